/* A communicator is used after its end. */
#include "nccl_world.h"

int main(void)
{
    ncclComm_t comm;
    float *values;
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, 1024))
        return 1;
    cudaMemset(values, 0, 1024);
    ncclCommDestroy(comm); // site: destroyed
    ncclAllReduce(values, values, 256, ncclFloat32, ncclSum, comm, 0); // expect: destroyed-handle arg=comm object=communicator contained=1
    cudaFree(values);
    return 0;
}
