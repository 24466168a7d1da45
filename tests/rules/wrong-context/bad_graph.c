#include "cuda_runtime.h"

int main(void)
{
    cudaGraph_t one, two;
    cudaGraphNode_t a, b;
    cudaGraphCreate(&one, 0);
    cudaGraphCreate(&two, 0);
    cudaGraphAddEmptyNode(&a, one, NULL, 0);
    cudaGraphAddEmptyNode(&b, two, &a, 1); // expect: wrong-context arg=pDependencies object=graph-node
    return cudaGraphAddEmptyNode(&b, two, NULL, 1); // expect: null-pointer arg=pDependencies
}
