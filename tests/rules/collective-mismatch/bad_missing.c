/* A rank that has fewer batches leaves the loop earlier. */
#include "nccl_world.h"

enum { COUNT = 128 };

static int work(int rank, int ranks, ncclUniqueId id)
{
    ncclComm_t comm;
    float *values;
    if (ncclCommInitRank(&comm, ranks, id, rank) || cudaMalloc((void **)&values, COUNT * sizeof *values)) // expect: collective-mismatch says=rank_1_ends_after_3_collectives_on_the_communicator,_most_ranks_made_4
        return 1;
    cudaMemset(values, 0, COUNT * sizeof *values);
    for (int batch = 0; batch < 4 - (rank == 1); batch++)
        ncclAllReduce(values, values, COUNT, ncclFloat32, ncclSum, comm, 0); // site: related
    cudaFree(values);
    if (rank == 1)
        ncclCommAbort(comm);
    return 0;
}

// env: STANDIN_SECONDS=1
int main(void) { return nccl_ranks(3, work); }
