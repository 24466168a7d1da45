#include <limits.h>

#include "cuda_runtime.h"

static void gone(void *user) { ++*(int *)user; }

/* Every reference is given back once, by the program or by a graph; the object's value then comes
 * back for another one. */
int main(void)
{
    static int ended;
    for (int i = 0; i < 3; i++) {
        cudaUserObject_t object;
        cudaGraph_t graph;
        if (cudaGraphCreate(&graph, 0) ||
            cudaUserObjectCreate(&object, &ended, gone, 2, cudaUserObjectNoDestructorSync) ||
            cudaUserObjectRetain(object, 3) ||                                       /* 5 */
            cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove) || /* 4 and 1 */
            cudaGraphRetainUserObject(graph, object, INT_MAX, 0) ||
            cudaUserObjectRelease(object, 4) || cudaGraphReleaseUserObject(graph, object, INT_MAX))
            return 1;
        if (ended != i || cudaGraphDestroy(graph) || ended != i + 1)
            return 2;
    }
    return 0;
}
