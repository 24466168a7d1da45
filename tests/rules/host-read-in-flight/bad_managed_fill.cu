// cudaMemsetAsync of managed memory: nothing promises that it is over when the call returns.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

int main()
{
    int *p;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&p, 1 << 16);
    cudaMemsetAsync(p, 1, 1 << 16, stream); // site: related
    int early = p[100]; // expect: host-read-in-flight severity=warning says=cudaMemsetAsync
    cudaStreamSynchronize(stream);
    cudaFree(p);
    return early == 3;
}
