#include <string.h>
#include <sys/mman.h>

#include "cuda_runtime.h"

/* A number that was never set, for a list of nodes that are all right. */
int main(void)
{
    enum { PAGE = 4096, NODES = PAGE / sizeof(cudaGraphNode_t) };
    cudaGraph_t graph;
    cudaGraphNode_t node;
    size_t count;
    cudaGraphNode_t *list =
        mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(&count, 0x3f, sizeof count);
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < NODES; i++)
        cudaGraphAddEmptyNode(&list[i], graph, NULL, 0);
    return cudaGraphAddEmptyNode(&node, graph, list, count); // expect: bad-size arg=numDependencies contained=1 says=more_than_pDependencies_can_have
}
