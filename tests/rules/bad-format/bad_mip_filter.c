#include "cuda_runtime.h"

/* A filter between levels that does not exist, in both APIs. */
int main(void)
{
    struct cudaChannelFormatDesc texel = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc texture = { .mipmapFilterMode = (enum cudaTextureFilterMode)2 };
    CUDA_RESOURCE_DESC driver = { .resType = CU_RESOURCE_TYPE_ARRAY };
    CUDA_TEXTURE_DESC description = { .mipmapFilterMode = (CUfilter_mode)-1 };
    cudaArray_t array;
    cudaTextureObject_t object;
    CUtexObject other;
    cudaMallocArray(&array, &texel, 16, 16, 0);
    resource.res.array.array = array;
    driver.res.array.hArray = (CUarray)array;
    cudaCreateTextureObject(&object, &resource, &texture, NULL); // expect: bad-format arg=pTexDesc->mipmapFilterMode result=1 accepted=none says=linear
    cuTexObjectCreate(&other, &driver, &description, NULL);      // expect: bad-format arg=pTexDesc->mipmapFilterMode result=1 accepted=none
    return cudaFreeArray(array);
}
