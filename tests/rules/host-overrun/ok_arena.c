#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/mman.h>

/* Memory from allocators of the program: out of one big block, and out of a mapping. */
static int use(char *device, char *arena, size_t bytes)
{
    for (size_t at = 0; at + 1000 <= bytes; at += 1000)
        if (cudaMemcpy(device, arena + at, 1000, cudaMemcpyHostToDevice))
            return 1;
    return cudaMemcpy(arena, device, bytes, cudaMemcpyDeviceToHost);
}

int main(void)
{
    char *device, *block = malloc(100000), *map = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int bad = cudaMalloc((void **)&device, 1 << 20) || use(device, block, 100000) || use(device, map, 65536) || cudaFree(device);
    free(block);
    munmap(map, 65536);
    return bad;
}
