/* Two ranks make the same two collectives, one of them in the other order. */
#include "nccl_world.h"

enum { COUNT = 256 };

static int work(int rank, int ranks, ncclUniqueId id)
{
    ncclComm_t comm;
    int *values;
    if (ncclCommInitRank(&comm, ranks, id, rank) || cudaMalloc((void **)&values, COUNT * sizeof *values))
        return 1;
    cudaMemset(values, 0, COUNT * sizeof *values);
    if (!rank)
        ncclAllReduce(values, values, COUNT, ncclInt32, ncclMax, comm, 0); // site: related
    ncclBroadcast(values, values, COUNT, ncclInt32, 0, comm, 0); // expect: collective-mismatch api=ncclBroadcast says=rank_1_calls_ncclBroadcast_where_rank_0_calls_ncclAllReduce
    if (rank)
        ncclAllReduce(values, values, COUNT, ncclInt32, ncclMax, comm, 0);
    cudaFree(values);
    return ncclCommDestroy(comm);
}

int main(void) { return nccl_ranks(2, work); }
