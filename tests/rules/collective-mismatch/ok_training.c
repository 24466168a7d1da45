/* Four ranks: gradients are summed, weights broadcast, shards gathered and scattered, messages go around; parts of the ranks have communicators of
 * their own, on which they call what others do not. */
#include "nccl_world.h"

enum { COUNT = 512, STEPS = 300 };

static int check(const float *device, float wanted)
{
    float value;
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    return value != wanted;
}

static int work(int rank, int ranks, ncclUniqueId id)
{
    ncclComm_t comm, half;
    cudaStream_t stream;
    float *values, *all, one[COUNT];
    int count, own, bad = 0;
    for (int i = 0; i < COUNT; i++)
        one[i] = 1;
    if (ncclCommInitRank(&comm, ranks, id, rank) || cudaStreamCreate(&stream))
        return 1;
    ncclCommCount(comm, &count);
    ncclCommUserRank(comm, &own);
    if (count != ranks || own != rank || cudaMalloc((void **)&values, sizeof one) || cudaMalloc((void **)&all, sizeof one * (size_t)ranks))
        return 2;
    for (int step = 0; step < STEPS; step++) {
        cudaMemcpyAsync(values, one, sizeof one, cudaMemcpyHostToDevice, stream);
        bad |= ncclAllReduce(values, values, COUNT, ncclFloat32, ncclSum, comm, stream);
    }
    cudaStreamSynchronize(stream);
    bad |= check(values, (float)ranks);
    bad |= ncclAllGather(values, all, COUNT, ncclFloat32, comm, stream);
    bad |= ncclReduceScatter(all, values, COUNT, ncclFloat32, ncclSum, comm, stream);
    bad |= ncclBroadcast(rank ? NULL : values, values, COUNT, ncclFloat32, 0, comm, stream);
    bad |= ncclReduce(values, rank == 1 ? values : NULL, COUNT, ncclFloat32, ncclMax, 1, comm, stream);
    ncclGroupStart();
    bad |= ncclSend(values, COUNT, ncclFloat32, (rank + 1) % ranks, comm, stream);
    bad |= ncclRecv(all, COUNT, ncclFloat32, (rank + ranks - 1) % ranks, comm, stream);
    bad |= ncclGroupEnd();
    cudaStreamSynchronize(stream);
    bad |= check(all, (float)(ranks * ranks));
    bad |= ncclCommSplit(comm, rank % 2, rank, &half, NULL);
    for (int i = 0; i <= rank % 2; i++)
        bad |= ncclAllReduce(values, values, COUNT / (size_t)(1 + rank % 2), ncclFloat32, ncclMin, half, stream);
    cudaStreamSynchronize(stream);
    cudaFree(values);
    cudaFree(all);
    cudaStreamDestroy(stream);
    return bad | ncclCommDestroy(half) | ncclCommFinalize(comm) | ncclCommDestroy(comm);
}

int main(void) { return nccl_ranks(4, work); }
