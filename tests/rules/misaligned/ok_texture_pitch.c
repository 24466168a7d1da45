#include "cuda_runtime.h"

int main(void)
{
    struct cudaResourceDesc resource = { .resType = cudaResourceTypePitch2D };
    struct cudaTextureDesc description = { 0 };
    cudaTextureObject_t texture;
    void *d;
    size_t pitch;
    cudaMallocPitch(&d, &pitch, 100 * 4, 60);
    resource.res.pitch2D.devPtr = d;
    resource.res.pitch2D.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    resource.res.pitch2D.width = 100;
    resource.res.pitch2D.height = 60;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaError_t failed = cudaCreateTextureObject(&texture, &resource, &description, NULL);
    cudaDestroyTextureObject(texture);
    cudaFree(d);
    return failed;
}
