#include <string.h>

#include "cuda_runtime.h"

int main(void)
{
    cudaArray_t array;
    cudaTextureObject_t texture = 0;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc description;
    struct cudaChannelFormatDesc format = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    if (cudaMallocArray(&array, &format, 64, 64, 0))
        return 1;
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    description.readMode = cudaReadModeNormalizedFloat;
    description.filterMode = cudaFilterModeLinear;
    return cudaCreateTextureObject(&texture, &resource, &description, NULL) || cudaDestroyTextureObject(texture) || cudaFreeArray(array);
}
