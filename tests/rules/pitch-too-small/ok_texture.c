#include "cuda_runtime.h"

/* The last row is as long as the width: the rest of its pitch is not needed. */
int main(void)
{
    struct cudaResourceDesc from = { .resType = cudaResourceTypePitch2D };
    struct cudaTextureDesc how = { .readMode = cudaReadModeElementType };
    cudaTextureObject_t texture = 0;
    void *p;
    if (cudaMalloc(&p, 512 * 15 + 400))
        return 1;
    from.res.pitch2D.devPtr = p;
    from.res.pitch2D.desc = (struct cudaChannelFormatDesc){ 16, 16, 0, 0, cudaChannelFormatKindUnsigned };
    from.res.pitch2D.width = 100;
    from.res.pitch2D.height = 16;
    from.res.pitch2D.pitchInBytes = 512;
    return cudaCreateTextureObject(&texture, &from, &how, NULL) || cudaDestroyTextureObject(texture) || cudaFree(p);
}
