#include "cuda_runtime.h"

static float host[64 * 64];

int main(void)
{
    cudaArray_t array;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    return cudaMallocArray(&array, &format, 64, 64, 0) || cudaMemcpy2DToArray(array, 0, 0, host, 256, 256, 64, cudaMemcpyHostToDevice) ||
           cudaMemcpy2DToArray(array, 0, 0, host, 256, 64, 64, cudaMemcpyHostToDevice) || cudaFreeArray(array);
}
