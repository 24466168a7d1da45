/* The buffer of a collective was never allocated. */
#include "nccl_world.h"

int main(void)
{
    ncclComm_t comm;
    float *values, *result = NULL;
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, 1024))
        return 1;
    cudaMemset(values, 0, 1024);
    ncclAllReduce(values, result, 256, ncclFloat32, ncclSum, comm, 0); // expect: null-pointer arg=recvbuff
    cudaFree(values);
    return ncclCommDestroy(comm);
}
