/* A copy on another stream fills the buffer of a collective that may not have begun. */
#include "nccl_world.h"

enum { BYTES = 1 << 16 };

int main(void)
{
    ncclComm_t comm;
    cudaStream_t work, copies;
    float *values, *host;
    if (ncclCommInitAll(&comm, 1, NULL) || cudaMalloc((void **)&values, BYTES) || cudaMallocHost((void **)&host, BYTES) ||
        cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking) || cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking))
        return 1;
    cudaMemset(values, 0, BYTES);
    cudaDeviceSynchronize();
    ncclAllReduce(values, values, BYTES / sizeof *values, ncclFloat32, ncclSum, comm, work); // site: related
    cudaMemcpyAsync(host, values, BYTES, cudaMemcpyDeviceToHost, copies); // expect: stream-race
    cudaDeviceSynchronize();
    cudaFreeHost(host);
    cudaFree(values);
    cudaStreamDestroy(work);
    cudaStreamDestroy(copies);
    return ncclCommDestroy(comm);
}
