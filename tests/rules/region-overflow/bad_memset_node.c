#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaMalloc(&d, 4096); // site: created
    cudaGraphCreate(&graph, 0);
    struct cudaMemsetParams params = { .dst = d, .value = 1, .elementSize = 4, .width = 4096, .height = 1 };
    cudaGraphAddMemsetNode(&node, graph, NULL, 0, &params); // expect: region-overflow api=cudaGraphAddMemsetNode arg=pMemsetParams->width object=device-memory
    cudaFree(d);
    return 0;
}
