#include "cuda_runtime.h"

static char other[4096];

int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, 4096);
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, s); // site: related
    cudaMemcpy(other, host, 4096, cudaMemcpyHostToHost); // expect: host-read-in-flight arg=src object=pinned-memory
    cudaStreamSynchronize(s);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
