// nvcc: -arch=sm_75 -lineinfo
/* Captures of an iteration: what the first one allocates the second one uses and frees; both run again and again. */
#include <cuda_runtime.h>

__global__ void add(float *x) { x[threadIdx.x] += 1; }

static cudaGraphExec_t instantiate(cudaStream_t stream)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

int main()
{
    float *own, *handed_on;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&own, 128, stream);
    cudaMallocAsync(&handed_on, 128, stream);
    cudaMemsetAsync(own, 0, 128, stream);
    cudaMemsetAsync(handed_on, 0, 128, stream);
    add<<<1, 32, 0, stream>>>(own);
    cudaFreeAsync(own, stream);
    cudaGraphExec_t first = instantiate(stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, stream>>>(handed_on);
    cudaFreeAsync(handed_on, stream);
    cudaGraphExec_t second = instantiate(stream);
    for (int i = 0; i < 3; i++) {
        cudaGraphLaunch(first, stream);
        add<<<1, 32, 0, stream>>>(handed_on);
        cudaGraphLaunch(second, stream);
    }
    cudaError_t error = cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(first);
    cudaGraphExecDestroy(second);
    cudaStreamDestroy(stream);
    return error;
}
