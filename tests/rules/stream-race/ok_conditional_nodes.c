#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    cudaGraphNode_t before[2];
    cudaGraphExec_t exec;
    ask_for_condition(cudaGraphCondTypeWhile, 1, 0);
    cudaGraphAddNode(&before[0], graph, NULL, NULL, 0, &params);
    ask_for_condition(cudaGraphCondTypeSwitch, 3, 3);
    cudaGraphAddNode(&before[1], graph, NULL, NULL, 0, &params);
    cudaGraphAddEmptyNode(&node, graph, before, 2);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    return cudaDeviceSynchronize();
}
