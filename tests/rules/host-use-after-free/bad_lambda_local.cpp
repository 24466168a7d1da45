#include "cuda_runtime.h"

/* The array belongs to a lambda, which returns before the copy is waited for. */
int main()
{
    int *device;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreate(&stream);
    auto upload = [&](int first) {
        int local[256];
        for (int i = 0; i < 256; i++)
            local[i] = first + i;
        cudaMemcpyAsync(device, local, sizeof local, cudaMemcpyHostToDevice, stream); // expect: host-use-after-free arg=src severity=warning
    };
    upload(3);
    cudaStreamSynchronize(stream);
    return 0;
}
