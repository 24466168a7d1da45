/* The root of a scatter has the part of one rank. */
#include "nccl_world.h"

enum { COUNT = 256, RANKS = 2 };

int main(void)
{
    ncclComm_t comms[RANKS];
    float *part;
    if (ncclCommInitAll(comms, RANKS, NULL) || cudaMalloc((void **)&part, COUNT * sizeof *part)) // site: created
        return 1;
    cudaMemset(part, 0, COUNT * sizeof *part);
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclScatter(part, part, COUNT, ncclFloat32, 0, comms[i], 0); // expect: range-overflow arg=count object=device-memory says=2048_bytes
    ncclGroupEnd();
    cudaFree(part);
    return ncclCommDestroy(comms[0]) | ncclCommDestroy(comms[1]);
}
