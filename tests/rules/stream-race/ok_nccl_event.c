/* The copy waits for the collective by an event. */
#include "nccl_world.h"

enum { BYTES = 1 << 16 };

int main(void)
{
    ncclComm_t comm;
    cudaStream_t work, copies;
    cudaEvent_t reduced;
    float *values, *host;
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, BYTES) || cudaMallocHost((void **)&host, BYTES) || cudaEventCreate(&reduced) ||
        cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking) || cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking))
        return 1;
    cudaMemset(values, 0, BYTES);
    cudaDeviceSynchronize();
    ncclAllReduce(values, values, BYTES / sizeof *values, ncclFloat32, ncclSum, comm, work);
    cudaEventRecord(reduced, work);
    cudaStreamWaitEvent(copies, reduced, 0);
    cudaMemcpyAsync(host, values, BYTES, cudaMemcpyDeviceToHost, copies);
    cudaDeviceSynchronize();
    cudaFreeHost(host);
    cudaFree(values);
    cudaEventDestroy(reduced);
    cudaStreamDestroy(work);
    cudaStreamDestroy(copies);
    return ncclCommDestroy(comm);
}
