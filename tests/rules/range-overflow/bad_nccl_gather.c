/* The buffer of a gather has room for the part of one rank. */
#include "nccl_world.h"

enum { COUNT = 256, RANKS = 2 };

int main(void)
{
    ncclComm_t comms[RANKS];
    float *part, *all;
    if (ncclCommInitAll(comms, RANKS, NULL) || cudaMalloc((void **)&part, COUNT * sizeof *part) || cudaMalloc((void **)&all, COUNT * sizeof *all)) // site: created
        return 1;
    cudaMemset(part, 0, COUNT * sizeof *part);
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclAllGather(part, all, COUNT, ncclFloat32, comms[i], 0); // expect: range-overflow arg=sendcount object=device-memory says=2048_bytes
    ncclGroupEnd();
    cudaFree(part);
    cudaFree(all);
    return ncclCommDestroy(comms[0]) | ncclCommDestroy(comms[1]);
}
