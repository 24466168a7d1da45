#include "../../cases/kernels.h"

/* More shared memory than a block can have, in questions about a launch and in a launch. */
int main(void)
{
    int count;
    CUlaunchAttribute *none = NULL;
    cudaLaunchConfig_t config = { .gridDim = { 64, 1, 1 }, .blockDim = { 32, 1, 1 }, .dynamicSmemBytes = (size_t)1 << 46 };
    case_kernels();
    cudaOccupancyMaxActiveClusters(&count, (const void *)store, &config);       // expect: launch-shared-memory arg=launchConfig->dynamicSmemBytes result=1 says=70368744177664
    cudaOccupancyMaxPotentialClusterSize(&count, (const void *)store, &config); // expect: launch-shared-memory arg=launchConfig->dynamicSmemBytes result=1
    cudaLaunchKernelExC(&config, (const void *)store, NULL);                    // expect: launch-shared-memory arg=config->dynamicSmemBytes result=1
    config.dynamicSmemBytes = 0;
    config.numAttrs = 3;
    config.attrs = (void *)none;
    cudaOccupancyMaxActiveClusters(&count, (const void *)store, &config);       // expect: null-pointer arg=launchConfig->attrs result=1
    return 0;
}
