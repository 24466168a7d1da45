// env: INQUEST_SOFT_DRIVER_VERSION=13000
#include "cuda_runtime.h"
#include "left_out.h"

/* The kernel that there is no code of is the last that the library asks about; it launches the other one. */
int main(void)
{
    struct cudaFuncAttributes attributes;
    register_kernels();
    if (cudaFuncGetAttributes(&attributes, (const void *)newer) == cudaSuccess)
        return 1;
    cudaGetLastError();
    LAUNCH(everywhere, 1, 1, 0, 0);
    return cudaDeviceSynchronize();
}
