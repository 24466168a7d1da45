#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* cudaStreamPerThread does not wait for non-blocking streams. */
int main(void)
{
    char *a;
    cudaStream_t s;
    cudaMalloc((void **)&a, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemsetAsync(a, 1, SIZE, s); // site: related
    cudaMemsetAsync(a, 2, SIZE, cudaStreamPerThread); // expect: stream-race arg=devPtr
    cudaDeviceSynchronize();
    return 0;
}
