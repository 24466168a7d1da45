/* The program looks for a function's name with a version, which has come to have one argument more than it passes: what is in that register is anybody's. */
#include "cuda.h"
#include <dlfcn.h>
#include <stdio.h>

typedef CUresult device_function(CUdevice *device, void *left_over);

int main(void)
{
    CUcontext context;
    CUdevice device;
    char name[32];
    snprintf(name, sizeof name, "cuCtxGetDevice%s", "_v2");
    device_function *get_device = (device_function *)dlsym(dlopen("libcuda.so.1", RTLD_NOW), name);
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || !get_device)
        return 1;
    CUresult e = get_device(&device, (void *)main); // expect-soft: unknown-handle arg=ctx object=context result=201 says=since_CUDA_13.0 says=cuCtxGetDevice_has_not says=NUMBA_CUDA_USE_NVIDIA_BINDING
    return cuDevicePrimaryCtxRelease(0) || e != 201;
}
