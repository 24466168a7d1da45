#include "cuda_runtime.h"

/* The same calls where the array is made, and what was not made is left alone. */
int main(void)
{
    static float host[256];
    struct cudaChannelFormatDesc format = {32, 0, 0, 0, cudaChannelFormatKindFloat};
    struct cudaExtent extent = {64, 4, 0};
    cudaMipmappedArray_t array = NULL;
    cudaArray_t level = NULL;
    void *rows = NULL;
    size_t pitch = 0;
    if (cudaMallocMipmappedArray(&array, &format, extent, 3, 0) || cudaGetMipmappedArrayLevel(&level, array, 0) ||
        cudaMemcpy2DToArray(level, 0, 0, host, 256, 256, 1, cudaMemcpyHostToDevice) || cudaFreeMipmappedArray(array))
        return 1;
    if (cudaMallocPitch(&rows, &pitch, (size_t)1 << 40, 1 << 20))
        cudaGetLastError();
    return cudaMallocPitch(&rows, &pitch, 64, 4) || cudaMemcpy2D(rows, pitch, host, 64, 64, 4, cudaMemcpyHostToDevice) || cudaFree(rows);
}
