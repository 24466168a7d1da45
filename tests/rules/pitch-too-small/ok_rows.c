#include "cuda_runtime.h"

static char host[100 * 10];

int main(void)
{
    void *d;
    size_t pitch;
    return cudaMallocPitch(&d, &pitch, 100, 10) || cudaMemcpy2D(d, pitch, host, 100, 100, 10, cudaMemcpyHostToDevice) || cudaFree(d);
}
