#include "cuda_runtime.h"
#include <sys/mman.h>

/* Pages that were reserved, and may be read by the time that they are. */
int main(void)
{
    enum { PAGE = 1 << 16 };
    char *device, *host = mmap(NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(host, 2 * PAGE, PROT_READ | PROT_WRITE);
    cudaMalloc((void **)&device, 4 * PAGE);
    cudaMemcpy(device, host, 2 * PAGE, cudaMemcpyHostToDevice);
    cudaFree(device);
    return munmap(host, 4 * PAGE);
}
