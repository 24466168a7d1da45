// nvcc: -arch=sm_90 -rdc=true -lcudadevrt
#include <cooperative_groups.h>

/* An attribute of a captured launch is changed, then its parameters: what else the launch asked for stays. */
__global__ void shift(int *values, int *out)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
    values[at] = at;
    cooperative_groups::this_grid().sync();
    out[at] = values[(at + blockDim.x) % count];
}

int main()
{
    int *values, *out, last;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    size_t count = 1;
    cudaKernelNodeAttrValue value = {};
    cudaMalloc(&values, 1024);
    cudaMalloc(&out, 1024);
    cudaStreamCreate(&stream);
    void *args[] = {&values, &out};
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    cudaLaunchCooperativeKernel((void *)shift, dim3(4), dim3(64), args, 0, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphGetNodes(graph, &node, &count);
    value.priority = 0;
    if (cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value))
        return 2;
    cudaKernelNodeParams params;
    if (cudaGraphKernelNodeGetParams(node, &params))
        return 4;
    params.kernelParams = args;
    if (cudaGraphKernelNodeSetParams(node, &params))
        return 5;
    if (cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, stream) || cudaStreamSynchronize(stream))
        return 3;
    cudaMemcpy(&last, out + 255, sizeof last, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(values);
    cudaFree(out);
    return last != 63;
}
