#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for(cudaGraphNodeTypeHost);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: null-pointer arg=nodeParams->host.fn
    return 0;
}
