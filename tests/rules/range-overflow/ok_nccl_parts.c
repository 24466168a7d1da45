/* Buffers that fit exactly: of NCCL's own memory, inside of a larger block, in managed and pinned memory. */
#include "nccl_world.h"

enum { COUNT = 256, RANKS = 2 };

int main(void)
{
    ncclComm_t comms[RANKS];
    float *block, *managed, *pinned;
    void *own;
    if (ncclCommInitAll(comms, RANKS, NULL) || cudaMalloc((void **)&block, 4 * COUNT * sizeof *block) || ncclMemAlloc(&own, COUNT * sizeof *block) ||
        cudaMallocManaged((void **)&managed, COUNT * sizeof *block, cudaMemAttachGlobal) || cudaMallocHost((void **)&pinned, COUNT * sizeof *block))
        return 1;
    cudaMemset(block, 0, 4 * COUNT * sizeof *block);
    cudaMemset(own, 0, COUNT * sizeof *block);
    cudaMemset(managed, 0, COUNT * sizeof *block);
    cudaMemset(pinned, 0, COUNT * sizeof *block);
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclAllGather(i ? managed : own, block + 2 * COUNT * i, COUNT, ncclFloat32, comms[i], 0);
    ncclGroupEnd();
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclAllReduce(pinned, i ? managed : own, COUNT, ncclFloat32, ncclSum, comms[i], 0);
    ncclGroupEnd();
    cudaDeviceSynchronize();
    cudaFree(managed);
    cudaFreeHost(pinned);
    cudaFree(block);
    return ncclMemFree(own) | ncclCommDestroy(comms[0]) | ncclCommDestroy(comms[1]);
}
