#include <string.h>

#include "cuda_runtime.h"

int main(void)
{
    cudaArray_t array;
    cudaSurfaceObject_t surface = 0;
    struct cudaResourceDesc resource;
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaMallocArray(&array, &format, 64, 64, 0); // site: created
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource); // expect: bad-flags severity=warning arg=pResDesc->res.array.array object=array
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    return 0;
}
