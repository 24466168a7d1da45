// env: INQUEST_SOFT_DRIVER_VERSION=13000
#include "nccl_world.h"
#include "left_out.h"

/* As NCCL does: the kernel that there is no code of is the last that it asks about, and it launches others inside of a collective. */
int main(void)
{
    struct cudaFuncAttributes attributes;
    ncclComm_t comm;
    int *values;
    register_kernels();
    if (cudaFuncGetAttributes(&attributes, (const void *)newer) == cudaSuccess)
        return 1;
    cudaGetLastError();
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, sizeof *values))
        return 1;
    cudaMemset(values, 0, sizeof *values);
    ncclAllReduce(values, values, 1, ncclInt32, ncclSum, comm, 0);
    cudaFree(values);
    return ncclCommDestroy(comm);
}
