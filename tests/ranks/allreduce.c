/* A job of MPI whose ranks join in NCCL: allreduce [good | count | dies | hangs].  count: the last rank reduces fewer elements; dies: it is killed
 * before its second collective; hangs: it waits for a stream that never ends, while the others wait for it in MPI. */
#include <mpi.h>
#include <signal.h>

#include "nccl_world.h"

enum { COUNT = 4096 };

static void never(void *data)
{
    (void)data;
    pause();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "good";
    int rank, ranks, last;
    ncclUniqueId id;
    ncclComm_t comm;
    float *values, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    last = rank == ranks - 1;
    if (!rank)
        ncclGetUniqueId(&id);
    MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (ncclCommInitRank(&comm, ranks, id, rank) || cudaMalloc((void **)&values, COUNT * sizeof *values))
        MPI_Abort(MPI_COMM_WORLD, 2);
    cudaMemset(values, 0, COUNT * sizeof *values);
    ncclAllReduce(values, values, COUNT, ncclFloat32, ncclSum, comm, 0);
    cudaMemcpy(&sum, values, sizeof sum, cudaMemcpyDeviceToHost);
    if (last && !strcmp(what, "dies"))
        raise(SIGKILL);
    if (last && !strcmp(what, "hangs")) {
        cudaLaunchHostFunc(0, never, NULL);
        cudaStreamSynchronize(0);
    }
    if (!strcmp(what, "count"))
        ncclAllReduce(values, values, last ? COUNT / 2 : COUNT, ncclFloat32, ncclSum, comm, 0); /* the call that differs */
    MPI_Barrier(MPI_COMM_WORLD);
    cudaFree(values);
    ncclCommDestroy(comm);
    MPI_Finalize();
    return sum != 0;
}
