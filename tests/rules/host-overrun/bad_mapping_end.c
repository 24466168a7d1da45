#include "cuda_runtime.h"
#include <sys/mman.h>

enum { SIZE = 64 << 10 };

/* Behind the mapping is nothing. */
int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1 << 20);
    char *host = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(host + SIZE / 2, SIZE / 2);
    cudaMemcpy(host, device, SIZE, cudaMemcpyDeviceToHost); // expect: host-overrun arg=dst object=host-memory contained=1
    cudaFree(device);
    return 0;
}
