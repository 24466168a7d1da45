#include "cuda.h"

/* The second device is optional: the program looks at the result, and takes the first one. */
int main(void)
{
    CUdevice second = -1;
    CUcontext context = NULL;
    CUdeviceptr memory = 0;
    if (cuInit(0))
        return 1;
    CUresult result = cuDeviceGet(&second, 64);
    if (result == CUDA_ERROR_INVALID_DEVICE)
        result = cuDeviceGet(&second, 0);
    if (result || cuCtxCreate(&context, NULL, 0, second) || cuMemAlloc(&memory, 64) || cuMemFree(memory))
        return 1;
    return cuCtxDestroy(context) != CUDA_SUCCESS;
}
