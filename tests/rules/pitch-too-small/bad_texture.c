#include "cuda_runtime.h"

/* The pitch is given in texels. */
int main(void)
{
    struct cudaResourceDesc from = { .resType = cudaResourceTypePitch2D };
    struct cudaTextureDesc how = { .readMode = cudaReadModeElementType };
    cudaTextureObject_t texture = 0;
    void *p;
    cudaMalloc(&p, 64 * 16 * 4);
    from.res.pitch2D.devPtr = p;
    from.res.pitch2D.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    from.res.pitch2D.width = 64;
    from.res.pitch2D.height = 16;
    from.res.pitch2D.pitchInBytes = 64;
    cudaCreateTextureObject(&texture, &from, &how, NULL);   // expect-soft: pitch-too-small arg=pResDesc->res.pitch2D.pitchInBytes result=1 // expect-real: pitch-too-small arg=pResDesc->res.pitch2D.pitchInBytes severity=warning
    return cudaFree(p);
}
