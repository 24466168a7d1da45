#include "cuda_runtime.h"

static char host[64 * 64];

int main(void)
{
    cudaArray_t array;
    struct cudaChannelFormatDesc format = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    return cudaMallocArray(&array, &format, 64, 64, 0) || cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 64, cudaMemcpyHostToDevice) ||
           cudaMemcpy2DToArray(array, 8, 8, host, 56, 56, 56, cudaMemcpyHostToDevice) || cudaFreeArray(array);
}
