#include "cuda_runtime.h"

/* The sides of a mipmapped array: none, and a negative number. */
int main(void)
{
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaExtent none = { 0, 0, 0 }, negative = { (size_t)-1, 16, 0 }, flat = { 16, 16, 0 };
    cudaMipmappedArray_t array;
    cudaMallocMipmappedArray(&array, &texel, none, 2, 0);       // expect: bad-size arg=extent.width result=1
    cudaMallocMipmappedArray(&array, &texel, negative, 2, 0);   // expect: bad-size arg=extent.width result=1
    return cudaMallocMipmappedArray(&array, &texel, flat, 2, 0) || cudaFreeMipmappedArray(array);
}
