#include "cuda_runtime.h"

/* Only pools that were made for it export pointers. */
int main(void)
{
    struct cudaMemPoolPtrExportData data;
    void *at, *plain;
    cudaMallocAsync(&at, 4096, 0); // site: created
    cudaMalloc(&plain, 4096);
    cudaMemPoolExportPointer(&data, at); // expect: wrong-space arg=ptr object=device-memory
    cudaFree(plain);
    return cudaFreeAsync(at, 0);
}
