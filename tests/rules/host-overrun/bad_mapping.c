#include "cuda_runtime.h"
#include <sys/mman.h>

enum { SIZE = 64 << 10 };

/* Two mappings that happen to be neighbours. */
int main(void)
{
    char *device, *host, *first, *second;
    cudaMalloc((void **)&device, 1 << 20);
    do {                                /* until no other thread has taken the place in between */
        first = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);  // site: created
        second = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); // site: created
        host = first < second ? first : second;
    } while (second + SIZE != first && first + SIZE != second);
    cudaMemcpy(device, host + 100, SIZE, cudaMemcpyHostToDevice); // expect: host-overrun arg=src object=host-memory contained=0
    cudaFree(device);
    return 0;
}
