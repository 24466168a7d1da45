/* The driver is asked for attributes that it may not know. */
#include "test_kernels.h"

int main(void)
{
    CUdevice device;
    int value = -1;
    test_context();
    cuDeviceGet(&device, 0);
    CUresult r = cuDeviceGetAttribute(&value, 99999, device);
    if (r == CUDA_ERROR_INVALID_VALUE)
        value = 0;
    return value;
}
