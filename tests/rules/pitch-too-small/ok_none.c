#include "cuda_runtime.h"

/* One row needs no pitch, and more rows have one. */
int main(void)
{
    static unsigned char host[4096];
    CUdeviceptr memory;
    int failed = cudaFree(NULL) || cuMemAlloc(&memory, sizeof host);
    CUDA_MEMCPY2D flat = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstDevice = memory,
                           .WidthInBytes = 16, .Height = 1 };
    failed |= cuMemcpy2D(&flat);
    flat.srcPitch = flat.dstPitch = 64;
    flat.Height = 4;
    CUDA_MEMCPY3D box = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = host, .srcPitch = 64, .srcHeight = 4, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = memory, .dstPitch = 64, .dstHeight = 4, .WidthInBytes = 16, .Height = 4, .Depth = 1 };
    return failed || cuMemcpy2DAsync(&flat, NULL) || cuMemcpy3D(&box) || cuStreamSynchronize(NULL) || cuMemFree(memory);
}
