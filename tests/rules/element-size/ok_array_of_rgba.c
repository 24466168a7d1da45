#include "cuda_runtime.h"

/* Three quarters of the rows with a pitch, of some rows, and of an array with one channel. */
int main(void)
{
    static unsigned char pixels[32][64][4];
    struct cudaChannelFormatDesc bytes = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned }, one = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaArray_t image, plane;
    int bad = cudaMallocArray(&image, &bytes, 64, 32, 0) || cudaMallocArray(&plane, &one, 64, 32, 0) ||
              cudaMemcpy2DToArray(image, 0, 0, pixels, 64 * 4, 64 * 3, 32, cudaMemcpyHostToDevice) ||
              cudaMemcpy2DToArray(image, 0, 0, pixels, 64 * 3, 64 * 3, 16, cudaMemcpyHostToDevice) ||
              cudaMemcpy2DToArray(image, 0, 0, pixels, 64 * 4, 64 * 4, 32, cudaMemcpyHostToDevice) ||
              cudaMemcpy2DToArray(plane, 0, 0, pixels, 48 * 4, 48 * 4, 32, cudaMemcpyHostToDevice);
    return cudaFreeArray(image) || cudaFreeArray(plane) || bad;
}
