#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* A fill returns when it is enqueued, and a stream made behind it does not wait for it. */
int main(void)
{
    char *device, *host;
    cudaStream_t stream;
    cudaMalloc((void **)&device, SIZE);
    cudaMallocHost((void **)&host, SIZE);
    cudaMemset(device, 0, SIZE); // site: related
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, SIZE, cudaMemcpyDeviceToHost, stream); // expect: stream-race arg=src
    cudaStreamSynchronize(stream);
    return 0;
}
