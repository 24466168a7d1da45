#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaTextureObject_t texture;
    cudaMalloc(&d, 4096); // site: created
    cudaFree(d); // site: destroyed
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeLinear };
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = 4096;
    struct cudaTextureDesc description = { .readMode = cudaReadModeElementType };
    cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect-soft: use-after-free arg=pResDesc->res.linear.devPtr object=device-memory state=freed
    return 0;
}
