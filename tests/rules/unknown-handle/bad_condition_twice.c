#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for_condition(cudaGraphCondTypeIf, 1, 1);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: unknown-handle arg=nodeParams->conditional.handle
    return 0;
}
