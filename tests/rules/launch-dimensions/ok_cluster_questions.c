#include "cuda_runtime.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 word;\n.visible .entry k(.param .u64 p) { ret; }\n";

/* The calls of bad_cluster_questions for a launch that can be made. */
int main(void)
{
    CUmodule module;
    CUfunction k;
    int count;
    CUlaunchAttribute attribute = { .id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION };
    CUlaunchConfig config = { .gridDimX = 64, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 32, .blockDimY = 1, .blockDimZ = 1 };
    if (cudaFree(NULL) || cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&k, module, "k") || cuOccupancyMaxPotentialClusterSize(&count, k, &config))
        return 1;
    attribute.value.clusterDim.x = 4;
    attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cuOccupancyMaxActiveClusters(&count, k, &config) || cuModuleUnload(module);
}
