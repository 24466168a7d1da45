#include "cuda_runtime.h"

/* Other formats with elements of the same size. */
int main(void)
{
    struct cudaChannelFormatDesc from = { 32, 0, 0, 0, cudaChannelFormatKindFloat }, to = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    struct cudaMemcpy3DParms copy = { .extent = { 8, 8, 4 }, .kind = cudaMemcpyDeviceToDevice };
    return cudaMalloc3DArray(&copy.srcArray, &from, copy.extent, 0) || cudaMalloc3DArray(&copy.dstArray, &to, copy.extent, 0) || cudaMemcpy3D(&copy) ||
           cudaFreeArray(copy.srcArray) || cudaFreeArray(copy.dstArray);
}
