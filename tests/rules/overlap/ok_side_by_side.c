#include "cuda_runtime.h"

/* Adjacent, onto itself (a note), and columns of one image: nothing is read after it was overwritten. */
int main(void)
{
    char *d;
    return cudaMalloc((void **)&d, 8192) || cudaMemcpy(d + 4096, d, 4096, cudaMemcpyDeviceToDevice) ||
           cudaMemcpy(d, d, 64, cudaMemcpyDeviceToDevice) || cudaMemcpy2D(d + 32, 64, d, 64, 32, 16, cudaMemcpyDeviceToDevice) || cudaFree(d);
}
