#include "cuda_runtime.h"
#include <stdlib.h>
#include <sys/mman.h>

/* Places change hands: heap, mapping, heap again; what is there now is good. */
int main(void)
{
    enum { SIZE = 32 << 20 };
    char *device;
    if (cudaMalloc((void **)&device, SIZE))
        return 1;
    for (int i = 0; i < 20; i++) {
        char *block = malloc(SIZE - i * 4096);
        free(block);
        char *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (cudaMemcpy(device, map, SIZE, cudaMemcpyHostToDevice) || munmap(map + SIZE / 2, SIZE / 2) ||
            cudaMemcpy(map, device, SIZE / 2, cudaMemcpyDeviceToHost))
            return 2;
        mmap(map, SIZE / 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (cudaMemcpy(device, map, SIZE / 2, cudaMemcpyHostToDevice) || munmap(map, SIZE / 2))
            return 3;
        block = malloc(SIZE);
        if (cudaMemcpy(block, device, SIZE, cudaMemcpyDeviceToHost))
            return 4;
        free(block);
    }
    return cudaFree(device);
}
