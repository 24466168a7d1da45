#include "cuda_runtime.h"

static float host[256];

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray_t array;
    cudaMallocArray(&array, &format, 16, 16, 0);
    cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 16, cudaMemcpyDeviceToHost);     // expect: wrong-kind arg=kind result=21
    cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 16, cudaMemcpyHostToDevice);   // expect: wrong-kind arg=kind result=21
    return cudaFreeArray(array);
}
