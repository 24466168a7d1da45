#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* How large can clusters be: asked for launches that cannot be made. */
int main(void)
{
    CUmodule module;
    CUfunction k;
    int count;
    CUlaunchAttribute attribute = { .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION };
    CUlaunchConfig config = { .gridDimX = 64, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 0, .blockDimY = 1, .blockDimZ = 1 };
    cudaFree(NULL);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&k, module, "k");
    cuOccupancyMaxPotentialClusterSize(&count, k, &config); // expect: launch-dimensions arg=config->blockDimX
    cuOccupancyMaxActiveClusters(&count, k, &config);       // expect: launch-dimensions arg=config->blockDimX
    config.blockDimX = 32;
    config.gridDimX = 0;
    cuOccupancyMaxPotentialClusterSize(&count, k, &config); // expect: launch-dimensions arg=config->gridDimX
    cuOccupancyMaxActiveClusters(&count, k, &config);       // expect: launch-dimensions arg=config->gridDimX
    config.gridDimX = 64;
    attribute.value.clusterDim.x = 32;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cuOccupancyMaxActiveClusters(&count, k, &config);       // expect: launch-dimensions arg=config->attrs[0].value.clusterDim.x result=912
    config.attrs = NULL;
    config.numAttrs = 0;
    config.blockDimY = 0;
    cuOccupancyMaxActiveClusters(&count, k, &config);       // expect: launch-dimensions arg=config->blockDimY says=it_must_be_1_to_1024
    config.blockDimY = 1;
    config.blockDimZ = 0x7ffffff0;
    cuOccupancyMaxPotentialClusterSize(&count, k, &config); // expect: launch-dimensions arg=config->blockDimZ
    config.blockDimY = config.blockDimX = 64;
    config.blockDimZ = 1;
    cuOccupancyMaxPotentialClusterSize(&count, k, &config); // expect-soft: launch-dimensions arg=config->blockDimX says=4096_threads
    return 0;
}
