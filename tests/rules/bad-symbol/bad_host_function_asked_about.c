#include "../../cases/kernels.h"

static void not_a_kernel(void) {}

int main(void)
{
    struct cudaFuncAttributes attributes;
    int blocks;
    case_kernels();
    cudaFuncGetAttributes(&attributes, (const void *)not_a_kernel); // expect: bad-symbol arg=func
    cudaFuncSetAttribute((const void *)not_a_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024); // expect: bad-symbol arg=func
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)not_a_kernel, 128, 0); // expect: bad-symbol arg=func
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    struct cudaKernelNodeParams params = { .func = (void *)not_a_kernel, .gridDim = { 1, 1, 1 }, .blockDim = { 32, 1, 1 } };
    return cudaGraphAddKernelNode(&node, graph, NULL, 0, &params); // expect: bad-symbol arg=pNodeParams->func
}
