#include "cuda_runtime.h"

/* New objects that live next to destroyed ones, and each is used by its own handle. */
int main(void)
{
    cudaStream_t first, second;
    cudaGraph_t graph, other;
    cudaStreamCreate(&first);
    cudaStreamDestroy(first);
    cudaStreamCreate(&second);
    cudaGraphCreate(&graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphCreate(&other, 0);
    return first == second || graph == other || cudaStreamSynchronize(second) || cudaStreamDestroy(second) || cudaGraphDestroy(other);
}
