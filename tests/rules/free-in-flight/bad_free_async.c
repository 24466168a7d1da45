#include "cuda_runtime.h"

int main(void)
{
    void *memory;
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMallocAsync(&memory, 4096, s);
    cudaStreamSynchronize(s);
    cudaMemsetAsync(memory, 1, 4096, t); // site: related
    cudaFreeAsync(memory, s); // expect: free-in-flight arg=devPtr
    cudaDeviceSynchronize();
    return 0;
}
