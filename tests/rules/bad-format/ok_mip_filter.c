#include "cuda_runtime.h"

/* The calls of bad_mip_filter with filters that exist. */
int main(void)
{
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc texture = { .mipmapFilterMode = cudaFilterModeLinear };
    CUDA_RESOURCE_DESC driver = { .resType = CU_RESOURCE_TYPE_ARRAY };
    CUDA_TEXTURE_DESC description = { .mipmapFilterMode = CU_TR_FILTER_MODE_POINT };
    cudaArray_t array;
    cudaTextureObject_t object;
    CUtexObject other;
    int failed = cudaMallocArray(&array, &texel, 16, 16, 0);
    resource.res.array.array = array;
    driver.res.array.hArray = (CUarray)array;
    failed |= cudaCreateTextureObject(&object, &resource, &texture, NULL) || cuTexObjectCreate(&other, &driver, &description, NULL);
    return failed || cudaDestroyTextureObject(object) || cuTexObjectDestroy(other) || cudaFreeArray(array);
}
