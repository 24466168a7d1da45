#define _GNU_SOURCE 1
#include "cuda_runtime.h"
#include <sys/mman.h>

enum { SIZE = 64 << 10, COUNT = 8 };

/* One area of many mappings: as an allocator grows, by address, and by mremap. */
static char *grow(void) { return mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

static char *place(char *at)
{
    return mmap(at, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static int both(char *device, char *host, size_t size)
{
    return cudaMemcpy(device, host, size, cudaMemcpyHostToDevice) || cudaMemcpy(host, device, size, cudaMemcpyDeviceToHost);
}

int main(void)
{
    char *device, *host = NULL;
    size_t run = 0;
    if (cudaMalloc((void **)&device, 1 << 20))
        return 1;
    for (int i = 0; i < COUNT; i++) {
        char *next = grow();
        run = next + SIZE == host ? run + SIZE : SIZE;
        host = next;
        if (both(device, host, run))
            return 2;
    }
    char *area = mmap(NULL, COUNT * SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < COUNT; i++)
        if (place(area + i * SIZE) != area + i * SIZE || both(device, area, (size_t)(i + 1) * SIZE))
            return 3;
    char *moved = mremap(area, SIZE, COUNT * SIZE, MREMAP_MAYMOVE);
    return both(device, moved, COUNT * SIZE) || both(device, area + SIZE, (COUNT - 1) * SIZE) || cudaFree(device);
}
