#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/mman.h>

/* Where a big block was, the program maps memory of its own. */
int main(void)
{
    enum { SIZE = 64 << 20 };
    char *device, *host = malloc(SIZE);
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    free(host);
    char *map = mmap((void *)((size_t)host & ~(size_t)4095), SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return 2;
    for (int i = 0; i < 100; i++)
        if (cudaMemcpy(device, map + i * 8192, 4096, cudaMemcpyHostToDevice) || cudaMemcpy(map + i * 8192, device, 4096, cudaMemcpyDeviceToHost))
            return 3;
    return munmap(map, SIZE) || cudaFree(device);
}
