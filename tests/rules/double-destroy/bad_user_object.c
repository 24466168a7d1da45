#include "cuda_runtime.h"

static void gone(void *user) { (void)user; }

/* The reference was moved to the graph; the program has none left to release. */
int main(void)
{
    static int data;
    cudaUserObject_t object;
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaUserObjectCreate(&object, &data, gone, 1, cudaUserObjectNoDestructorSync); // site: created
    cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
    return cudaUserObjectRelease(object, 1); // expect: double-destroy arg=count object=user-object contained=1 says=but_the_program_owns_0
}
