#include <sys/mman.h>

#include "cuda_runtime.h"

/* The number counts bytes; what follows the list is readable for a while, and is no list of nodes. */
int main(void)
{
    enum { PAGE = 4096, NODES = PAGE / sizeof(cudaGraphNode_t) };
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaStream_t stream;
    cudaGraphNode_t *list =
        mmap(NULL, 16 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(list, 2 * PAGE, PROT_READ | PROT_WRITE);
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < NODES; i++) {
        cudaGraphAddEmptyNode(&list[i], graph, NULL, 0);
        list[NODES + i] = (cudaGraphNode_t)stream;
    }
    return cudaGraphAddEmptyNode(&node, graph, list, NODES * sizeof *list); // expect: bad-size arg=numDependencies contained=1 says=more_than_pDependencies_can_have
}
