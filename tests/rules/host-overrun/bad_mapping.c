#include "cuda_runtime.h"
#include <sys/mman.h>

enum { SIZE = 64 << 10 };

static char *map(char *where) { return mmap(where, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

/* Two mappings that are neighbours. */
int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1 << 20);
    char *room = map(NULL);
    munmap(room, SIZE);
    room -= 1L << 36;                   /* far from where other threads map */
    map(room + SIZE);
    char *host = mmap(room, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // site: created
    cudaMemcpy(device, host + 100, SIZE, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory contained=0
    cudaFree(device);
    return 0;
}
