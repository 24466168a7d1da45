#include "cuda_runtime.h"
#include "any_node.h"

enum { BODIES = 4 };

/* On a GPU the bodies of a condition have the addresses that other graphs had. */
int main(void)
{
    cudaGraph_t early[BODIES];
    for (int i = 0; i < BODIES; i++)
        cudaGraphCreate(&early[i], 0);
    ask_for_condition(cudaGraphCondTypeSwitch, BODIES, 0);
    for (int i = 0; i < BODIES; i++)
        cudaGraphDestroy(early[i]);
    if (cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params))
        return 1;
    for (int i = 0; i < BODIES; i++)
        if (cudaGraphAddEmptyNode(&node, params.conditional.phGraph_out[i], NULL, 0))
            return 1;
    return cudaGraphDestroy(graph);
}
