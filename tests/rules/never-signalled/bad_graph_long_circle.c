#include "test_kernels.h"

/* A circle of forty nodes with tails in front and behind, by the driver API; the edge that closes it is not among the last ones. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[60];
    test_context();
    cuGraphCreate(&graph, 0);
    for (int i = 0; i < 60; i++)
        cuGraphAddEmptyNode(&nodes[i], graph, NULL, 0);
    for (int i = 1; i < 60; i++)
        cuGraphAddDependencies_v2(graph, &nodes[i - 1], &nodes[i], NULL, 1);
    cuGraphAddDependencies_v2(graph, &nodes[49], &nodes[10], NULL, 1);  // site: related
    cuGraphAddDependencies_v2(graph, &nodes[0], &nodes[59], NULL, 1);
    cuGraphInstantiate(&exec, graph, 0);        // expect: never-signalled arg=hGraph object=graph result=1
    return 0;
}
