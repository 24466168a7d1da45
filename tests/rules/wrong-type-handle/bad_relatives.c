#include "cuda_runtime.h"

/* A texture where a surface is asked for, memory where an array or a stream is. */
int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindSigned };
    struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    struct cudaTextureDesc description = { .readMode = cudaReadModeElementType };
    cudaTextureObject_t texture;
    char host[512] = { 0 };
    void *memory;
    cudaMalloc(&memory, 512);
    cudaMallocArray(&resource.res.array.array, &format, 16, 8, 0);
    cudaCreateTextureObject(&texture, &resource, &description, NULL);
    cudaDestroySurfaceObject(texture); // expect-soft: wrong-type-handle arg=surfObject object=texture // expect-real: wrong-type-handle arg=surfObject object=texture severity=warning
    cudaMemcpy2DToArray(memory, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice); // expect: wrong-type-handle arg=dst object=device-memory contained=1
    return cudaStreamSynchronize(memory); // expect: wrong-type-handle arg=stream object=device-memory contained=1
}
