/* Every rank of one process names itself as the root. */
#include "nccl_world.h"

enum { COUNT = 64, RANKS = 3 };

int main(void)
{
    ncclComm_t comms[RANKS];
    float *values[RANKS];
    if (ncclCommInitAll(comms, RANKS, NULL))
        return 1;
    for (int i = 0; i < RANKS; i++) {
        cudaMalloc((void **)&values[i], COUNT * sizeof **values);
        cudaMemset(values[i], 0, COUNT * sizeof **values);
    }
    ncclGroupStart();
    for (int i = 0; i < RANKS; i++)
        ncclBcast(values[i], COUNT, ncclFloat32, i == 1, comms[i], 0); // expect: collective-mismatch api=ncclBcast arg=root says=rank_1_calls_ncclBcast_with_root_1,_most_ranks_with_0
    ncclGroupEnd();
    for (int i = 0; i < RANKS; i++) {
        cudaFree(values[i]);
        ncclCommDestroy(comms[i]);
    }
    return 0;
}
