// options: --fail cuMemAlloc:after=8K=CUDA_ERROR_OUT_OF_MEMORY --fail cuLaunch*=CUDA_ERROR_LAUNCH_FAILED --fail cuCtxSynchronize:rank=7=999
#include <cuda.h>

/* The driver API: memory for two blocks, and for another one when one is gone. */
int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr a = 0, b = 0, c = 5;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, NULL, 0, device))
        return 1;
    if (cuMemAlloc(&a, 4096) || cuMemAlloc(&b, 4096))
        return 2;
    if (cuMemAlloc(&c, 1) != CUDA_ERROR_OUT_OF_MEMORY || c != 5)
        return 3;
    if (cuMemFree(b) || cuMemAlloc(&c, 4096))
        return 4;
    if (cuMemFree(a) || cuMemFree(c) || cuCtxSynchronize())
        return 5;
    return cuCtxDestroy(context) ? 6 : 0;
}
