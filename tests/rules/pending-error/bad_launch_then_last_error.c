/* The launch fails and nobody looks; the error is found much later, beside an innocent call. */
#include "cuda_runtime.h"

KERNEL(empty)

static const char ptx[] = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry empty(){ret;}\n";

int main(void)
{
    int *device;
    void **fatbin = test_register_ptx(ptx);
    REGISTER_KERNEL(fatbin, empty);
    __cudaRegisterFatBinaryEnd(fatbin);
    LAUNCH(empty, 1, 2048, 0, 0, NULL); // expect: launch-dimensions api=cudaLaunchKernel result=1 arg=blockDim
    cudaMalloc((void **)&device, 64);
    if (cudaGetLastError())
        cudaFree(device);
    return 0;
}
