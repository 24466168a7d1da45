#include "cuda_runtime.h"

int main(void)
{
    struct cudaResourceDesc resource = { .resType = (enum cudaResourceType)9 };
    struct cudaTextureDesc description = { 0 };
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect: bad-format arg=pResDesc->resType
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.sizeInBytes = 64;
    cudaMalloc(&resource.res.linear.devPtr, 64);
    resource.res.linear.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaCreateSurfaceObject(&surface, &resource); // expect: bad-format arg=pResDesc->resType
    /* neither does another pitch help */
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.pitch2D.width = resource.res.pitch2D.height = 3;
    resource.res.pitch2D.pitchInBytes = 20;
    cudaCreateSurfaceObject(&surface, &resource); // expect: bad-format arg=pResDesc->resType
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = NULL;
    return cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect: null-handle arg=pResDesc->res.array.array object=array
}
