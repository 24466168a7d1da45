#include "cuda_runtime.h"

/* An array freed like memory; the device's pool and a level of a mipmapped array, which are not the program's. */
int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaExtent extent = { 64, 64, 0 };
    cudaMipmappedArray_t whole;
    cudaArray_t array;
    cudaMemPool_t pool;
    cudaMallocArray(&array, &format, 16, 8, 0);
    cudaFree(array); // expect: wrong-free arg=devPtr object=array
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolDestroy(pool); // expect: wrong-free arg=memPool object=pool
    cudaMallocMipmappedArray(&whole, &format, extent, 3, 0);
    return cudaFreeMipmappedArray(whole);
}
