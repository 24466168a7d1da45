#include <string.h>

#include "cuda_runtime.h"

int main(void)
{
    cudaArray_t array;
    cudaSurfaceObject_t surface = 0;
    struct cudaResourceDesc resource;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    if (cudaMallocArray(&array, &format, 64, 64, cudaArraySurfaceLoadStore))
        return 1;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return cudaCreateSurfaceObject(&surface, &resource) || cudaDestroySurfaceObject(surface) || cudaFreeArray(array);
}
