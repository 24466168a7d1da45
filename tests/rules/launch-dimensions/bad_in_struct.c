#include "../../cases/kernels.h"

/* Launches whose sizes are members of a struct, and one that is only asked about. */
int main(void)
{
    int *d, blocks;
    unsigned n = 0;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, &n };
    cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 2048, 1, 1 } };
    cudaLaunchKernelExC(&config, (const void *)store, args); // expect: launch-dimensions arg=config->blockDim
    cudaGraphCreate(&graph, 0);
    struct cudaKernelNodeParams params = { .func = (void *)store, .gridDim = { 0, 1, 1 }, .blockDim = { 32, 1, 1 }, .kernelParams = args };
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: launch-dimensions arg=pNodeParams->gridDim
    struct cudaGraphNodeParams any = { .type = cudaGraphNodeTypeKernel };
    any.kernel.func = (void *)store;
    any.kernel.gridDim = any.kernel.blockDim = (dim3){ 2048, 1, 1 };
    any.kernel.kernelParams = args;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &any); // expect: launch-dimensions arg=nodeParams->kernel.blockDim
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)store, 0, 0); // expect: launch-dimensions arg=blockSize
}
