#include "cuda_runtime.h"

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaExtent extent = { 64, 64, 0 };
    cudaMipmappedArray_t whole;
    cudaArray_t level;
    cudaMallocMipmappedArray(&whole, &format, extent, 3, 0); // site: created
    return cudaGetMipmappedArrayLevel(&level, whole, 3); // expect: bad-subresource arg=level object=mipmapped-array
}
