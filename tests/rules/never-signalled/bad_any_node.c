#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for(cudaGraphNodeTypeGraph);
    params.graph.graph = graph;
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: never-signalled arg=nodeParams object=graph contained=1
    return 0;
}
