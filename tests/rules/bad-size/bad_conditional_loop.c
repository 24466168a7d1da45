#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for_condition(cudaGraphCondTypeWhile, 2, 1);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: bad-size arg=nodeParams->conditional.size
    return 0;
}
