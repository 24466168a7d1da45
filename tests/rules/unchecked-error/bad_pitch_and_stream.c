#include "cuda_runtime.h"

/* The failed allocation left no pitch either; the stream that was not made is destroyed. */
int main(void)
{
    char host[64] = {0};
    void *rows = NULL;
    size_t pitch = 0;
    cudaStream_t stream = NULL;
    cudaMallocPitch(&rows, &pitch, (size_t)1 << 40, 1 << 20);
    cudaMemcpy2D(rows, pitch, host, 16, 16, 4, cudaMemcpyHostToDevice); // expect: unchecked-error arg=dst api=cudaMemcpy2D
    cudaStreamCreateWithFlags(&stream, 77);
    cudaStreamDestroy(stream); // expect: unchecked-error arg=stream api=cudaStreamDestroy
    return 0;
}
