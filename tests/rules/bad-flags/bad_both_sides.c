#include "cuda_runtime.h"

int main(void)
{
    struct cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    static char host[2048];
    struct cudaExtent extent = { 16, 8, 4 };
    cudaArray_t array;
    cudaMalloc3DArray(&array, &format, extent, 0);
    struct cudaMemcpy3DParms p = { .srcPtr = { host, 64, 64, 8 }, .srcArray = array, .dstArray = array, .extent = extent, .kind = cudaMemcpyDeviceToDevice };
    return cudaMemcpy3D(&p); // expect: bad-flags arg=p->srcPtr
}
