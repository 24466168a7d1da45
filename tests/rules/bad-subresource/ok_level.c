#include "cuda_runtime.h"

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaExtent extent = { 64, 64, 0 };
    static char host[32 * 32 * 4];
    cudaMipmappedArray_t whole;
    cudaArray_t level;
    cudaMallocMipmappedArray(&whole, &format, extent, 3, 0);
    return cudaGetMipmappedArrayLevel(&level, whole, 1) || cudaMemcpy2DToArray(level, 0, 0, host, 128, 128, 32, cudaMemcpyHostToDevice) ||
           cudaFreeMipmappedArray(whole);
}
