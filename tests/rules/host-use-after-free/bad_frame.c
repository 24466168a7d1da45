#include "cuda_runtime.h"

static void start(char *device, cudaStream_t stream)
{
    char local[256] = { 1 }; // site: created
    cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream); // expect: host-use-after-free arg=src object=host-memory severity=warning state=freed
}

int main(void)
{
    char *device;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreate(&stream);
    start(device, stream);
    cudaStreamSynchronize(stream); // site: related
    cudaStreamDestroy(stream);
    cudaFree(device);
    return 0;
}
