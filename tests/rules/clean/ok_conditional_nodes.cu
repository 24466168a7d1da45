#include <cuda_runtime.h>

__global__ void count(int *p, cudaGraphConditionalHandle handle)
{
    if (++*p == 5)
        cudaGraphSetConditional(handle, 0);
}

int main()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, body_node;
    cudaGraphConditionalHandle handle;
    cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional}, kernel = {cudaGraphNodeTypeKernel};
    cudaStream_t stream;
    int *p, sum = 0;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    cudaStreamCreate(&stream);
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    loop.conditional.handle = handle;
    loop.conditional.type = cudaGraphCondTypeWhile;
    loop.conditional.size = 1;
    cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
    void *args[] = {&p, &handle};
    kernel.kernel.func = (void *)count;
    kernel.kernel.gridDim = kernel.kernel.blockDim = dim3(1);
    kernel.kernel.kernelParams = args;
    cudaGraphAddNode(&body_node, loop.conditional.phGraph_out[0], nullptr, nullptr, 0, &kernel);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 2; i++) {
        cudaMemsetAsync(p, 0, sizeof *p, stream);
        cudaGraphLaunch(exec, stream);
    }
    cudaMemcpyAsync(&sum, p, sizeof sum, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(p);
    return sum != 5;
}
