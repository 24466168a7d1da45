/* Every rank sends a part to each other one, scatters and gathers; only the root has buffers for all parts. */
#include "nccl_world.h"

enum { COUNT = 256, RANKS = 2 };

int main(void)
{
    ncclComm_t comms[RANKS];
    int *parts[RANKS], *all[RANKS], got[RANKS * COUNT];
    if (ncclCommInitAll(comms, RANKS, NULL))
        return 1;
    for (int i = 0; i < RANKS; i++) {
        if (cudaMalloc((void **)&parts[i], COUNT * sizeof **parts) || cudaMalloc((void **)&all[i], RANKS * COUNT * sizeof **all))
            return 1;
        cudaMemset(parts[i], i + 1, COUNT * sizeof **parts);
        cudaMemset(all[i], 0, RANKS * COUNT * sizeof **all);
    }
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclGather(parts[i], i ? NULL : all[0], COUNT, ncclInt32, 0, comms[i], 0);
    ncclGroupEnd();
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclAlltoAll(all[0], all[1], COUNT, ncclInt32, comms[i], 0);
    ncclGroupEnd();
    cudaMemcpy(got, all[1], sizeof got, cudaMemcpyDeviceToHost);
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclScatter(i ? NULL : all[0], parts[i], COUNT, ncclInt32, 0, comms[i], 0);
    ncclGroupEnd();
    cudaDeviceSynchronize();
    for (int i = 0; i < RANKS; i++) {
        cudaFree(parts[i]);
        cudaFree(all[i]);
    }
    return got[0] != 0x02020202 | ncclCommDestroy(comms[0]) | ncclCommDestroy(comms[1]);
}
