#include "cuda_runtime.h"

/* The arrays of bad_array_shapes with sides that fit: no height for one dimension, and none for layers of one. */
int main(void)
{
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    CUDA_ARRAY_DESCRIPTOR flat = { 64, 0, CU_AD_FORMAT_FLOAT, 1 };
    CUDA_ARRAY3D_DESCRIPTOR box = { 64, 16, 20, CU_AD_FORMAT_FLOAT, 1, 0 }, layered = { 64, 16, 40, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED },
                            cube = { 32, 32, 6, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP };
    CUarray array[3];
    CUmipmappedArray levels;
    cudaArray_t runtime;
    int failed = cudaFree(NULL) || cuArrayCreate(&array[0], &flat) || cuArray3DCreate(&array[1], &box) || cuArray3DCreate(&array[2], &cube);
    failed |= cuMipmappedArrayCreate(&levels, &layered, 2);
    failed |= cudaMalloc3DArray(&runtime, &texel, (struct cudaExtent){ 64, 0, 4 }, cudaArrayLayered) || cudaFreeArray(runtime);
    for (int i = 0; i < 3; i++)
        failed |= cuArrayDestroy(array[i]);
    return failed | cuMipmappedArrayDestroy(levels);
}
