#include "cuda_runtime.h"

int main(void)
{
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeLinear };
    struct cudaTextureDesc description = { 0 };
    cudaTextureObject_t texture;
    void *d;
    cudaMalloc(&d, 256);
    resource.res.linear.devPtr = (char *)d + 4;
    resource.res.linear.sizeInBytes = 128;
    resource.res.linear.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    return cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect: misaligned arg=pResDesc->res.linear.devPtr object=device-memory
}
