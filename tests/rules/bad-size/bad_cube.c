#include "cuda_runtime.h"

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray_t array;
    return cudaMalloc3DArray(&array, &format, (struct cudaExtent){ 16, 8, 6 }, cudaArrayCubemap); // expect: bad-size arg=extent.height
}
