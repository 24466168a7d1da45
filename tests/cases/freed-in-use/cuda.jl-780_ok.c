/* Seen: doubt whether cuMemFreeAsync on the legacy stream waits for other streams.
 * Is: it does for blocking streams; nothing is to be reported.
 * https://github.com/JuliaGPU/CUDA.jl/issues/780 */
#include "cuda.h"

int main(void)
{
    CUdeviceptr a, b;
    CUstream stream;
    test_context();
    return cuStreamCreate(&stream, 0) || cuMemAllocAsync(&a, 4096, NULL) || cuMemAlloc(&b, 4096) || cuMemsetD8(a, 0, 4096) ||
           cuMemcpyDtoDAsync(b, a, 4096, stream) || cuMemFreeAsync(a, NULL) || cuCtxSynchronize() || cuStreamDestroy(stream) || cuMemFree(b);
}
