#include "cuda_runtime.h"

int main(void)
{
    char *p, *d;
    return cudaHostAlloc((void **)&p, 64, cudaHostAllocMapped) || cudaHostGetDevicePointer((void **)&d, p, 0) || cudaMemset(d, 1, 64) ||
           cudaDeviceSynchronize() || p[3] != 1 || cudaFreeHost(p);
}
