#include "cuda_runtime.h"
#include <sys/mman.h>

int main(void)
{
    void *device, *host = mmap(NULL, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cudaMalloc(&device, 1 << 20);
    cudaMemcpy(host, device, 1 << 20, cudaMemcpyDeviceToHost); // expect: host-read-only arg=dst contained=1
    cudaFree(device);
    return 0;
}
