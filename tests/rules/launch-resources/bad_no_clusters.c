#include "../../cases/kernels.h"

// options: --soft-arch 8.0
/* No clusters before compute capability 9.0; on a device that has them the program is right. */
int main(void)
{
    int *d;
    unsigned n = 0;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, &n };
    cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeClusterDimension };
    attribute.val.clusterDim.x = 2;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = { .gridDim = { 4, 1, 1 }, .blockDim = { 32, 1, 1 }, .attrs = &attribute, .numAttrs = 1 };
    return cudaLaunchKernelExC(&config, (const void *)store, args); // expect-soft: launch-resources result=801 arg=config->attrs[0].val.clusterDim.x
}
