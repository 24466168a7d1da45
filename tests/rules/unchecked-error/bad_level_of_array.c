#include "cuda_runtime.h"

/* What follows from an array that was not made: its level, a copy into that, a texture. */
int main(void)
{
    static float host[256];
    struct cudaChannelFormatDesc format = {7, 0, 0, 0, cudaChannelFormatKindFloat};
    struct cudaExtent extent = {64, 4, 0};
    struct cudaResourceDesc resource = {cudaResourceTypeMipmappedArray};
    struct cudaTextureDesc texture = {{0}};
    cudaMipmappedArray_t array = NULL;
    cudaArray_t level = NULL;
    cudaTextureObject_t object;
    cudaMallocMipmappedArray(&array, &format, extent, 3, 0); // site: related
    cudaGetMipmappedArrayLevel(&level, array, 0); // expect: unchecked-error arg=mipmappedArray api=cudaGetMipmappedArrayLevel
    cudaMemcpy2DToArray(level, 0, 0, host, 256, 256, 1, cudaMemcpyHostToDevice);
    resource.res.mipmap.mipmap = array;
    cudaCreateTextureObject(&object, &resource, &texture, NULL);
    cudaFreeMipmappedArray(array);
    return 0;
}
