#include "cuda_runtime.h"

/* A level is copied by its own handle. */
int main(void)
{
    static unsigned char host[4096];
    CUDA_ARRAY3D_DESCRIPTOR shape = { 16, 16, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0 };
    CUmipmappedArray levels;
    CUarray second;
    int failed = cudaFree(NULL) || cuMipmappedArrayCreate(&levels, &shape, 3) || cuMipmappedArrayGetLevel(&second, levels, 1);
    CUDA_MEMCPY3D copy = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .srcHeight = 8, .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                           .dstArray = second, .WidthInBytes = 8, .Height = 8, .Depth = 1 };
    return failed || cuMemcpy3D(&copy) || cuMemcpy3DAsync(&copy, NULL) || cuStreamSynchronize(NULL) || cuMipmappedArrayDestroy(levels);
}
