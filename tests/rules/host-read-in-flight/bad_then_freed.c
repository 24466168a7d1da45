#include "cuda_runtime.h"

/* The host reads what the copy has not brought yet, and releases the buffer: one wait is missing. */
int main(void)
{
    volatile char *host;
    char *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, 1 << 16); // site: created
    cudaMalloc((void **)&device, 1 << 16);
    cudaMemset(device, 1, 1 << 16);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaMemcpyAsync((void *)host, device, 1 << 16, cudaMemcpyDeviceToHost, s); // site: related
    char read = host[100]; // expect: host-read-in-flight object=pinned-memory
    cudaFreeHost((void *)host); // site: related
    cudaStreamSynchronize(s);
    cudaFree(device);
    return read == 100;
}
