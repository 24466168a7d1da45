#include <vector>

#include "cuda_runtime.h"

enum { SIZE = 1 << 20 };

static void upload(char *device, cudaStream_t s)
{
    std::vector<char> host(SIZE, 1);
    cudaHostRegister(host.data(), SIZE, 0);
    cudaMemcpyAsync(device, host.data(), SIZE, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    cudaHostUnregister(host.data());
}

int main()
{
    char *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreate(&s);
    upload(device, s);
    cudaFree(device);
    return 0;
}
