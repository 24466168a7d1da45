#include "test_kernels.h"

// options: --soft-profile orin
// env: INQUEST_SOFT_DEVICES=2
/* A device that shares the host's memory: kernels use what the host has mapped, and nothing is copied. */
static int attribute(CUdevice_attribute which)
{
    int value = -1;
    cuDeviceGetAttribute(&value, which, 0);
    return value;
}

int main(void)
{
    int count, *host;
    size_t bytes;
    CUdeviceptr seen;
    unsigned n = 64, v = 7;
    test_context();
    cuDeviceGetCount(&count);
    cuDeviceTotalMem(&bytes, 0);
    if (attribute(CU_DEVICE_ATTRIBUTE_INTEGRATED) != 1)     // a GPU with memory of its own
        return 77;
    if (count != 1 || attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS) || attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) != 8 ||
        attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) != 7)
        return 1;
    if (cuMemHostAlloc((void **)&host, n * sizeof *host, 0) || cuMemHostGetDevicePointer(&seen, host, 0) || seen != (CUdeviceptr)host)
        return 2;
    CUfunction fill = test_kernel("fill");
    void *args[] = { &seen, &n, &v };
    if (cuLaunchKernel(fill, 1, 1, 1, n, 1, 1, 0, NULL, args, NULL) || cuCtxSynchronize())
        return 3;
    return host[0] == 7 && host[63] == 7 && !cuMemFreeHost(host) ? 0 : 4;
}
