#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    host[77] = 1; // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
