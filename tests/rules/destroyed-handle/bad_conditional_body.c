#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for_condition(cudaGraphCondTypeIf, 1, 1);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // site: created
    cudaGraph_t body = params.conditional.phGraph_out[0];
    cudaGraphAddEmptyNode(&node, body, NULL, 0);
    cudaGraphDestroy(graph); // site: destroyed
    return !cudaGraphAddEmptyNode(&node, body, NULL, 0); // expect: destroyed-handle arg=graph object=graph
}
