#include "cuda_runtime.h"

/* A negative offset and a row make a small offset together, but the driver takes each for itself. */
int main(void)
{
    static char host[64];
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray_t array;
    if (cudaMallocArray(&array, &texel, 64, 16, 0))
        return 1;
    cudaMemcpyToArray(array, (size_t)-1, 1, host, 64, cudaMemcpyHostToDevice);  // expect: region-overflow arg=wOffset object=array result=1
    return cudaMemcpyToArray(array, 4, 1, host, 64, cudaMemcpyHostToDevice) || cudaFreeArray(array);
}
