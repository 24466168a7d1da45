#include "cuda_runtime.h"
#include <sys/mman.h>

/* Pages that were reserved, of which only the first may be read. */
int main(void)
{
    enum { PAGE = 1 << 16 };
    char *device, *host = mmap(NULL, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(host, PAGE, PROT_READ | PROT_WRITE);
    cudaMalloc((void **)&device, 4 * PAGE);
    cudaMemcpy(device, host, 2 * PAGE, cudaMemcpyHostToDevice); // expect: host-unmapped arg=src
    cudaFree(device);
    return 0;
}
