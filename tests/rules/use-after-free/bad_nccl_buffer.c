/* The buffer of a collective has been freed. */
#include "nccl_world.h"

int main(void)
{
    ncclComm_t comm;
    float *values;
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, 1024)) // site: created
        return 1;
    cudaMemset(values, 0, 1024);
    cudaFree(values); // site: destroyed
    ncclAllReduce(values, values, 256, ncclFloat32, ncclSum, comm, 0); // expect: use-after-free arg=sendbuff object=device-memory
    return ncclCommDestroy(comm);
}
