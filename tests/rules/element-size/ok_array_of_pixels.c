#include "cuda_runtime.h"

int main(void)
{
    static unsigned char pixels[16][16 * 4];
    struct cudaChannelFormatDesc format = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    cudaArray_t array;
    cudaMallocArray(&array, &format, 17, 16, 0);
    int result = cudaMemcpy2DToArray(array, 4, 0, pixels, 64, 64, 16, cudaMemcpyHostToDevice);
    cudaFreeArray(array);
    return result;
}
