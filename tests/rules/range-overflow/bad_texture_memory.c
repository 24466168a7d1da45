#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaTextureObject_t texture;
    cudaMalloc(&d, 4096); // site: created
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeLinear };
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = 4 << 20;
    struct cudaTextureDesc description = { .readMode = cudaReadModeElementType };
    cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect-soft: range-overflow arg=pResDesc->res.linear.sizeInBytes object=device-memory
    return cudaFree(d);
}
