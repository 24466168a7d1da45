#include "cuda_runtime.h"

/* Rows of 100 floats without gaps, bound as they are: another number for the pitch would be wrong, too. */
int main(void)
{
    struct cudaResourceDesc resource = { .resType = cudaResourceTypePitch2D };
    struct cudaTextureDesc description = { 0 };
    cudaTextureObject_t texture;
    void *d;
    cudaMalloc(&d, 100 * 4 * 60);
    resource.res.pitch2D.devPtr = d;
    resource.res.pitch2D.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    resource.res.pitch2D.width = 100;
    resource.res.pitch2D.height = 60;
    resource.res.pitch2D.pitchInBytes = 100 * 4;
    return cudaCreateTextureObject(&texture, &resource, &description, NULL); // expect: misaligned arg=pResDesc->res.pitch2D.pitchInBytes object=device-memory says=cudaMemcpy2D unsaid=384
}
