__global__ void increment(int *p) { atomicAdd(p, 1); }

int main()
{
    int *p, got = 0;
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    increment<<<1, 32, 0, s>>>(p);
    increment<<<1, 1, 0, s>>>(p);
    if (cudaStreamEndCapture(s, &graph) || cudaGraphInstantiate(&exec, graph, 0))
        return 1;
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(exec, s);
    if (cudaStreamSynchronize(s) || cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost))
        return 2;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
    cudaFree(p);
    return got != 99;
}
