#include <stdatomic.h>
#include <unistd.h>
#include "graph_nodes.h"

static atomic_int written;

static void wait_for_copy(void *unused)
{
    while (!atomic_load(&written))
        usleep(100);
    (void)unused;
}

/* The host node of a graph waits until the host knows of the copy on the other stream. */
int main(void)
{
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode wait, node;
    void *host = NULL;
    two_streams();
    CUdeviceptr x = test_memory(4096, 0);
    CUDA_HOST_NODE_PARAMS waiting = { .fn = wait_for_copy };
    CUDA_KERNEL_NODE_PARAMS params = fill_kernel((void *[]){ &x, &n, &v });
    cuMemHostAlloc(&host, 4096, 0);
    cuGraphCreate(&graph, 0);
    cuGraphAddHostNode(&wait, graph, NULL, 0, &waiting);
    cuGraphAddKernelNode(&node, graph, &wait, 1, &params);
    cuGraphInstantiate(&exec, graph, 0);
    cuCtxSynchronize();
    cuMemcpyHtoDAsync(x, host, 4096, b);
    cuGraphLaunch(exec, a);
    cuStreamSynchronize(b);
    atomic_store(&written, 1);
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
