#include "cuda_runtime.h"

/* The software device has no NVSwitch. */
int main(void)
{
    CUmulticastObjectProp shape = { .numDevices = 1, .size = 2 << 20 };
    CUmemGenericAllocationHandle object;
    size_t bytes;
    cudaFree(NULL);
    cuMulticastCreate(&object, &shape);                                                // expect-soft: bad-device arg=prop result=801
    cuMulticastGetGranularity(&bytes, &shape, CU_MULTICAST_GRANULARITY_RECOMMENDED);   // expect-soft: bad-device arg=prop result=801
    return 0;
}
