// unseen on a GPU: the node that was made counts as the launch
#include <cuda_runtime.h>

__global__ void fill(int *p, int n)
{
    p[threadIdx.x] = n; // site-soft: kernel
}

int main()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, body_node;
    cudaGraphConditionalHandle handle;
    cudaGraphNodeParams branch = {cudaGraphNodeTypeConditional}, kernel = {cudaGraphNodeTypeKernel};
    int *p, n = 3;
    cudaMalloc(&p, 100 * sizeof *p); // site-soft: created
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    branch.conditional.handle = handle;
    branch.conditional.type = cudaGraphCondTypeIf;
    branch.conditional.size = 1;
    cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &branch);
    void *args[] = {&p, &n};
    kernel.kernel.func = (void *)fill;
    kernel.kernel.gridDim = dim3(1);
    kernel.kernel.blockDim = dim3(128);
    kernel.kernel.kernelParams = args;
    cudaGraphAddNode(&body_node, branch.conditional.phGraph_out[0], nullptr, nullptr, 0, &kernel);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0); // expect-soft: kernel-out-of-bounds object=device-memory
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(p);
    return 0;
}
