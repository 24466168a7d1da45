#include "cuda_runtime.h"

int main(void)
{
    CUdeviceptr memory;
    size_t pitch;
    char name[64];
    void *to[1] = { name };
    const void *from[1] = { name };
    size_t size = 1, first = 0;
    struct cudaMemcpyAttributes attributes = { .srcAccessOrder = cudaMemcpySrcAccessOrderStream };
    cudaFree(NULL);
    cuMemAllocPitch(&memory, &pitch, 0, 16, 4);                  // expect: bad-size arg=WidthInBytes result=1
    cuDeviceGetName(name, 0, 0);                                 // expect: bad-size arg=len result=1 contained=1
    cudaMemcpyBatchAsync(to, from, &size, 0, &attributes, &first, 1, (cudaStream_t)2); // expect: bad-size arg=count result=1
    return 0;
}
