#include "cuda_runtime.h"

/* Neither the host's memory nor a device's: the driver is to find out, and refuses. */
int main(void)
{
    void *p, *to = (void *)0x10;
    const void *from;
    size_t size = 64, first = 0;
    cudaStream_t stream;
    struct cudaMemcpyAttributes order = { .srcAccessOrder = cudaMemcpySrcAccessOrderStream };
    cudaMalloc(&p, size);
    from = p;
    cudaStreamCreate(&stream);
    cudaMemcpyBatchAsync(&to, &from, &size, 1, &order, &first, 1, stream);  // expect: host-unmapped arg=dsts[0]
    return cudaStreamDestroy(stream) || cudaFree(p);
}
