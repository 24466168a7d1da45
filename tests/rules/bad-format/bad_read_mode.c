#include <string.h>

#include "cuda_runtime.h"

int main(void)
{
    cudaArray_t array;
    cudaTextureObject_t texture = 0;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc description;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaMallocArray(&array, &format, 64, 64, 0); // site: created
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    description.readMode = cudaReadModeNormalizedFloat;
    cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect: bad-format arg=pTexDesc->readMode object=array result=27
    cudaFreeArray(array);
    return 0;
}
