// options: --no-rules order
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* A race that nobody wants to hear of. */
int main(void)
{
    char *a;
    cudaStream_t s, t;
    cudaMalloc((void **)&a, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMemsetAsync(a, 1, SIZE, s);
    cudaMemsetAsync(a, 2, SIZE, t);
    return cudaDeviceSynchronize() != 0;
}
