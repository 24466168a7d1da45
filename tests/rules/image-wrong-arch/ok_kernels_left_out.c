// env: INQUEST_SOFT_DRIVER_VERSION=13000
#include "cuda_runtime.h"
#include "left_out.h"

/* A library asks for each of its kernels, and leaves out those that it has no code of for this device. */
int main(void)
{
    struct cudaFuncAttributes attributes;
    register_kernels();
    if (cudaFuncGetAttributes(&attributes, (const void *)newer) == cudaSuccess)
        return 1;
    cudaGetLastError();
    return cudaFuncGetAttributes(&attributes, (const void *)everywhere);
}
