/* Host memory is reduced. */
#include "nccl_world.h"

int main(void)
{
    ncclComm_t comm;
    float *values = calloc(256, sizeof *values);
    if (ncclCommInitAll(&comm, 1, NULL))
        return 1;
    ncclAllReduce(values, values, 256, ncclFloat32, ncclSum, comm, 0); // expect: wrong-space arg=sendbuff
    free(values);
    return ncclCommDestroy(comm);
}
