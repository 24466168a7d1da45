#include "cuda_runtime.h"

/* The calls of bad_descriptor_bits with flags that exist. */
int main(void)
{
    CUDA_ARRAY3D_DESCRIPTOR shape = { 64, 16, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST };
    CUDA_TEXTURE_DESC texture = { .flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION };
    CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_LINEAR };
    CUmipmappedArray levels;
    CUtexObject object;
    CUdeviceptr memory;
    int failed = cudaFree(NULL) || cuMemAlloc(&memory, 4096);
    resource.res.linear.devPtr = memory;
    resource.res.linear.format = CU_AD_FORMAT_FLOAT;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = 4096;
    failed |= cuTexObjectCreate(&object, &resource, &texture, NULL) || cuTexObjectDestroy(object) || cuMemFree(memory);
    return failed || cuMipmappedArrayCreate(&levels, &shape, 2) || cuMipmappedArrayDestroy(levels);
}
