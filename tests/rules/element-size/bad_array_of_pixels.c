#include "cuda_runtime.h"

/* Pixels of three bytes, an array of four. */
int main(void)
{
    static unsigned char pixels[16][16 * 3 + 1];
    struct cudaChannelFormatDesc format = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    cudaArray_t array;
    cudaMallocArray(&array, &format, 17, 16, 0); // site: created
    cudaMemcpy2DToArray(array, 0, 0, pixels, 49, 17 * 3 - 2, 4, cudaMemcpyHostToDevice); // expect: element-size severity=warning arg=width object=array
    cudaMemcpy2DToArray(array, 3, 0, pixels, 49, 48, 4, cudaMemcpyHostToDevice); // expect: element-size severity=warning object=array says=begins
    cudaFreeArray(array);
    return 0;
}
