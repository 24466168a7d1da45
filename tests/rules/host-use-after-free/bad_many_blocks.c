#include <stdlib.h>

#include "cuda_runtime.h"

enum { SIZE = 200 << 10 };

static void *allocate(size_t size)
{
    void *block = malloc(size); // site: created
    if (!block)
        abort();
    return block;
}

/* A compiler would leave out what nobody reads. */
static void churn(void)
{
    static void *volatile last;
    for (int i = 0; i < 1200000; i++) {
        last = malloc(24);
        free(last);
    }
}

/* After a million small blocks a large one still has its stacks. */
int main(void)
{
    void *device;
    cudaMalloc(&device, SIZE);
    churn();
    void *host = allocate(SIZE);
    void *next = allocate(64);
    free(host); // site: destroyed
    cudaMemcpy(device, host, SIZE, cudaMemcpyHostToDevice); // expect: host-use-after-free arg=src state=freed
    free(next);
    cudaFree(device);
    return 0;
}
