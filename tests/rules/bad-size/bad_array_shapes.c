#include "cuda_runtime.h"

/* Sides that no array has: in the driver's descriptors, and a height of 0 for an array that has a depth. */
int main(void)
{
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    CUDA_ARRAY_DESCRIPTOR flat = { 0, 16, CU_AD_FORMAT_FLOAT, 1 };
    CUDA_ARRAY3D_DESCRIPTOR box = { 64, 16, 20000, CU_AD_FORMAT_FLOAT, 1, 0 };
    CUarray array;
    CUmipmappedArray levels;
    cudaArray_t runtime;
    cudaFree(NULL);
    cuArrayCreate(&array, &flat); // expect: bad-size arg=pAllocateArray->Width result=1
    flat.Width = (size_t)1 << 46;
    cuArrayCreate(&array, &flat); // expect: bad-size arg=pAllocateArray->Width result=1 says=131072
    flat = (CUDA_ARRAY_DESCRIPTOR){ 64, (size_t)-1, CU_AD_FORMAT_FLOAT, 1 };
    cuArrayCreate(&array, &flat);              // expect: bad-size arg=pAllocateArray->Height result=1 says=-1_as_a_signed
    cuArray3DCreate(&array, &box);             // expect-soft: bad-size arg=pAllocateArray->Depth result=1 says=16384 says=64_x_16_x_20000
    box = (CUDA_ARRAY3D_DESCRIPTOR){ 64, 16, 4000, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_LAYERED };
    cuMipmappedArrayCreate(&levels, &box, 2);  // expect: bad-size arg=pMipmappedArrayDesc->Depth result=1 says=2048
    box = (CUDA_ARRAY3D_DESCRIPTOR){ 64, 32, 6, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_CUBEMAP };
    cuArray3DCreate(&array, &box);             // expect: bad-size arg=pAllocateArray->Height result=1 says=cube
    cudaMalloc3DArray(&runtime, &texel, (struct cudaExtent){ 64, 0, 4 }, 0); // expect: bad-size arg=extent.height result=1 says=layered
    return 0;
}
