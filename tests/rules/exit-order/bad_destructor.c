// The destructor of the program runs after that of the runtime: the driver has shut down.
#include "cuda_runtime.h"

static void *cache;

__attribute__((destructor)) static void drop_cache(void)
{
    cudaFree(cache); // expect: exit-order api=cudaFree severity=warning result=4
}

int main(void)
{
    return cudaMalloc(&cache, 1 << 16); // site: created
}
