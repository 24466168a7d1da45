#include "cuda_runtime.h"

/* Offsets that stay within both sides. */
int main(void)
{
    static unsigned char host[4096];
    CUdeviceptr memory;
    int failed = cudaFree(NULL) || cuMemAlloc(&memory, sizeof host);
    CUDA_MEMCPY2D flat = { .srcXInBytes = 8, .srcY = 1, .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = memory, .dstPitch = 64, .WidthInBytes = 16, .Height = 4 };
    struct cudaMemcpy3DParms p = { .srcPtr = { host, 64, 64, 4 }, .dstPtr = { (void *)memory, 64, 64, 4 }, .dstPos = { 0, 2, 0 }, .extent = { 16, 2, 1 },
                                   .kind = cudaMemcpyHostToDevice };
    return failed || cuMemcpy2D(&flat) || cudaMemcpy3D(&p) || cudaMemcpy3DAsync(&p, NULL) || cudaStreamSynchronize(NULL) || cuMemFree(memory);
}
