#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* The C library clears a source that is being copied. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    memset(host, 0, SIZE); // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    return 0;
}
