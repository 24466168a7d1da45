#include "cuda_runtime.h"

/* The width is given in bytes. */
int main(void)
{
    struct cudaResourceDesc from = { .resType = cudaResourceTypePitch2D };
    struct cudaTextureDesc how = { .readMode = cudaReadModeElementType };
    cudaTextureObject_t texture = 0;
    size_t pitch;
    void *p;
    cudaMallocPitch(&p, &pitch, 100 * 4, 20);
    from.res.pitch2D.devPtr = p;
    from.res.pitch2D.desc = (struct cudaChannelFormatDesc){ 32, 0, 0, 0, cudaChannelFormatKindFloat };
    from.res.pitch2D.width = 100 * 4;
    from.res.pitch2D.height = 20;
    from.res.pitch2D.pitchInBytes = pitch;
    cudaCreateTextureObject(&texture, &from, &how, NULL);   // expect-soft: pitch-too-small arg=pResDesc->res.pitch2D.pitchInBytes result=1 says=400_counts_elements_of_4_bytes says=pass_the_width_in_elements,_100 // expect-real: pitch-too-small arg=pResDesc->res.pitch2D.pitchInBytes severity=warning says=pass_the_width_in_elements,_100
    return cudaFree(p);
}
