#include "cuda.h"

/* The handle of a conditional node needs a context; the runtime's own call takes the current one. */
int main(void)
{
    CUgraph graph;
    CUcontext context;
    CUgraphConditionalHandle handle;
    test_context();
    cuGraphCreate(&graph, 0);
    cuCtxGetCurrent(&context);
    cuGraphConditionalHandleCreate(&handle, graph, NULL, 1, 0); // expect: null-handle arg=ctx result=201
    return cuGraphConditionalHandleCreate(&handle, graph, context, 1, 0) || cuGraphDestroy(graph);
}
