// soft only: an H200 creates such textures
#include "cuda_runtime.h"

int main(void)
{
    void *memory;
    cudaTextureObject_t texture;
    struct cudaTextureDesc how = { .readMode = cudaReadModeElementType };
    struct cudaResourceDesc linear = { .resType = cudaResourceTypeLinear }, rows = { .resType = cudaResourceTypePitch2D };
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaMalloc(&memory, 4096);
    linear.res.linear.devPtr = rows.res.pitch2D.devPtr = memory;
    linear.res.linear.desc = rows.res.pitch2D.desc = format;
    cudaCreateTextureObject(&texture, &linear, &how, NULL); // expect: bad-size arg=pResDesc->res.linear.sizeInBytes says=sizeInBytes_of_cudaCreateTextureObject_is_0
    rows.res.pitch2D.width = 16;
    rows.res.pitch2D.pitchInBytes = 64;
    cudaCreateTextureObject(&texture, &rows, &how, NULL); // expect: bad-size arg=pResDesc->res.pitch2D.height says=height_of_cudaCreateTextureObject_is_0
    cudaFree(memory);
    return 0;
}
