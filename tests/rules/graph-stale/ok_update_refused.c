#include "cuda_runtime.h"

/* What cannot be updated is instantiated anew, as programs do. */
int main(void)
{
    cudaGraph_t one, two;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphCreate(&one, 0);
    cudaGraphCreate(&two, 0);
    cudaGraphAddEmptyNode(&node, one, NULL, 0);
    cudaGraphAddEmptyNode(&node, two, NULL, 0);
    cudaGraphAddEmptyNode(&node, two, NULL, 0);
    cudaGraphInstantiate(&exec, one, 0);
    if (cudaGraphExecUpdate(exec, two, &info) == cudaSuccess)
        return 1;
    cudaGetLastError();
    cudaGraphExecDestroy(exec);
    return cudaGraphInstantiate(&exec, two, 0) || cudaGraphLaunch(exec, 0) || cudaDeviceSynchronize();
}
