// options: --rules order
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Only the order of streams is wanted: the bad copy is not told. */
int main(void)
{
    char *a;
    cudaStream_t s, t;
    cudaMalloc((void **)&a, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMemcpy(NULL, a, SIZE, cudaMemcpyDeviceToHost);
    cudaMemsetAsync(a, 1, SIZE, s); // site: related
    cudaMemsetAsync(a, 2, SIZE, t); // expect: stream-race arg=devPtr
    return cudaDeviceSynchronize() != 0;
}
