#include "cuda_runtime.h"

int main(void)
{
    void *d, *rows;
    size_t pitch;
    cudaTextureObject_t texture, pitched;
    cudaMalloc(&d, 4096);
    cudaMallocPitch(&rows, &pitch, 256, 16);
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeLinear };
    resource.res.linear.devPtr = d;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    resource.res.linear.sizeInBytes = 4096;
    struct cudaTextureDesc description = { .readMode = cudaReadModeElementType };
    int result = cudaCreateTextureObject(&texture, &resource, &description, NULL);
    struct cudaResourceDesc two = { .resType = cudaResourceTypePitch2D };
    two.res.pitch2D.devPtr = rows;
    two.res.pitch2D.desc = resource.res.linear.desc;
    two.res.pitch2D.width = 64;
    two.res.pitch2D.height = 16;
    two.res.pitch2D.pitchInBytes = pitch;
    result += cudaCreateTextureObject(&pitched, &two, &description, NULL);
    cudaDestroyTextureObject(texture);
    cudaDestroyTextureObject(pitched);
    cudaFree(rows);
    return result + cudaFree(d);
}
