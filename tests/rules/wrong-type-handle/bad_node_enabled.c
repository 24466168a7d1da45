#include "cuda_runtime.h"

/* Nodes of a capture, whose types only the driver knows: a call of the host cannot be switched off. */
int main(void)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    size_t count = 1;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, (cudaHostFn_t)free, NULL);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphGetNodes(graph, &node, &count);
    cudaGraphNodeSetEnabled(exec, node, 0);     // expect: wrong-type-handle arg=hNode object=graph-node result=1
    return 0;
}
