#include "cuda_runtime.h"

/* New objects of the same kind exist when the old ones are used. */
int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    char host[512] = { 0 };
    cudaGraph_t graph, other;
    cudaGraphExec_t exec;
    cudaArray_t array, next;
    cudaGraphCreate(&graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphCreate(&other, 0);
    cudaGraphInstantiate(&exec, graph, 0); // expect: destroyed-handle arg=graph object=graph state=destroyed
    cudaMallocArray(&array, &format, 16, 8, 0);
    cudaFreeArray(array);
    cudaMallocArray(&next, &format, 16, 8, 0);
    return cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice); // expect: destroyed-handle arg=dst object=array state=destroyed
}
