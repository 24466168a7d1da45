/* A program on a static runtime of ours: allocation, copies both ways, an error, and the runtime's version. */
#include "cuda_runtime.h"

#include <stdio.h>

int main(void)
{
    int in = 42, out = 0, version = 0;
    void *p = NULL;
    cudaError_t a = cudaMalloc(&p, sizeof in);
    cudaError_t b = cudaMemcpy(p, &in, sizeof in, cudaMemcpyHostToDevice);
    cudaError_t c = cudaMemcpy(&out, p, sizeof out, cudaMemcpyDeviceToHost);
    cudaError_t d = cudaFree(p);
    cudaError_t e = cudaMemcpy(&out, &in, sizeof out, (enum cudaMemcpyKind)77);
    cudaRuntimeGetVersion(&version);
    printf("malloc %d copies %d %d free %d bad %d last %d version %d value %d\n", a, b, c, d, e, cudaGetLastError(), version, out);
    return 0;
}
