/* A communicator made from several identifiers, whose ranks exchange parts of different sizes. */
#include "nccl_world.h"

enum { COUNT = 256 };

static int work(int rank, int ranks, ncclUniqueId id)
{
    ncclUniqueId ids[2] = { id, id };
    ncclComm_t comm;
    int *values, *others, count = rank ? COUNT / 2 : COUNT;
    ids[1].internal[0]++;
    if (ncclCommInitRankScalable(&comm, ranks, rank, 2, ids, NULL) ||
        cudaMalloc((void **)&values, (size_t)ranks * COUNT * sizeof *values) || cudaMalloc((void **)&others, (size_t)ranks * COUNT * sizeof *others))
        return 1;
    cudaMemset(values, 0, (size_t)ranks * COUNT * sizeof *values);
    ncclAlltoAll(values, others, count, ncclInt32, comm, 0); // expect: collective-mismatch arg=count api=ncclAlltoAll says=rank_1_calls_ncclAlltoAll_with_count_128,_rank_0_with_256
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(others);
    return ncclCommDestroy(comm);
}

int main(void) { return nccl_ranks(2, work); }
