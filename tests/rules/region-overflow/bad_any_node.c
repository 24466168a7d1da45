#include "cuda.h"

int main(void)
{
    CUdeviceptr d;
    CUgraph graph;
    CUgraphNode node;
    test_context();
    cuMemAlloc_v2(&d, 64); // site: created
    cuGraphCreate(&graph, 0);
    CUgraphNodeParams params = { .type = CU_GRAPH_NODE_TYPE_MEMSET };
    params.memset.dst = d;
    params.memset.elementSize = 4;
    params.memset.width = 32;
    params.memset.height = 1;
    return cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params); // expect: region-overflow api=cuGraphAddNode arg=nodeParams->memset.width object=device-memory
}
