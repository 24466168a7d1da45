/* One rank of four reduces fewer elements than the others. */
#include "nccl_world.h"

enum { COUNT = 1024 };

static int work(int rank, int ranks, ncclUniqueId id)
{
    ncclComm_t comm;
    float *values;
    if (ncclCommInitRank(&comm, ranks, id, rank) || cudaMalloc((void **)&values, COUNT * sizeof *values)) // site: created
        return 1;
    cudaMemset(values, 0, COUNT * sizeof *values);
    for (int step = 0; step < 3; step++)
        ncclAllReduce(values, values, COUNT, ncclFloat32, ncclSum, comm, 0); // site: related
    if (rank == 2)
        ncclAllReduce(values, values, COUNT / 2, ncclFloat32, ncclSum, comm, 0); // expect: collective-mismatch api=ncclAllReduce arg=count says=rank_2_calls_ncclAllReduce_with_count_512,_most_ranks_with_1024 says=collective_4
    else
        ncclAllReduce(values, values, COUNT, ncclFloat32, ncclSum, comm, 0); // site: related
    cudaStreamSynchronize(0);
    cudaFree(values);
    return ncclCommDestroy(comm);
}

int main(void) { return nccl_ranks(4, work); }
