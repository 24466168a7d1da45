#include "cuda_runtime.h"

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
    cudaGraphInstantiate(&exec, one, 0); // site: created
    cudaGraphExecUpdate(exec, two, &info); // expect: graph-stale arg=hGraph object=graph-exec result=910
    return cudaGraphLaunch(exec, 0);
}
