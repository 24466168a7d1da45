#include <sys/mman.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

int main(void)
{
    char *host = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *device;
    cudaStream_t s;
    cudaHostRegister(host, SIZE, 0); // site: created
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, s); // site: related
    munmap(host, SIZE); // expect: free-in-flight object=registered-memory
    cudaStreamSynchronize(s);
    cudaFree(device);
    return 0;
}
