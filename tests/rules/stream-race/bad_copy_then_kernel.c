#include "../../cases/kernels.h"

/* The upload runs on its own stream, and nobody waits for it. */
int main(void)
{
    int *d = NULL, *h = NULL;
    unsigned n = 16;
    cudaStream_t up, work;
    case_kernels();
    cudaStreamCreate(&up);
    cudaStreamCreate(&work);
    cudaMalloc((void **)&d, 4096);
    cudaMallocHost((void **)&h, 4096);
    cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, up);        // site: related
    LAUNCH(store, 1, 32, 0, work, &d, &n);      // expect: stream-race api=cudaLaunchKernel arg=p object=device-memory
    cudaDeviceSynchronize();
    cudaFreeHost(h);
    return cudaFree(d);
}
