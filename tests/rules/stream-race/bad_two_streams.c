#include "cuda_runtime.h"

static char host[1 << 16];

int main(void)
{
    char *device;
    cudaStream_t fill, copy;
    cudaMalloc((void **)&device, sizeof host);
    cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaMemsetAsync(device, 1, sizeof host, fill); // site: related
    cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, copy); // expect: stream-race arg=src object=device-memory
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
