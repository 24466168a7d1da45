#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* One staging buffer for all rounds, refilled without waiting for the copy of the round before. */
int main(void)
{
    char *host, *device;
    cudaStream_t s;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int round = 0; round < 2; round++) {
        host[round] = (char)round; // expect: host-write-in-flight object=pinned-memory
        cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, s); // site: related
    }
    cudaStreamSynchronize(s);
    return 0;
}
