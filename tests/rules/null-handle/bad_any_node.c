#include "cuda_runtime.h"
#include "any_node.h"

int main(void)
{
    ask_for(cudaGraphNodeTypeEventRecord);
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params); // expect: null-handle arg=nodeParams->eventRecord.event
    return 0;
}
