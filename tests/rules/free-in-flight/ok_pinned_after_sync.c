#include "cuda_runtime.h"

int main(void)
{
    char *host, *other, *device;
    cudaStream_t s;
    cudaEvent_t done;
    cudaMallocHost((void **)&host, 4096);
    cudaMallocHost((void **)&other, 4096);
    cudaMalloc((void **)&device, 8192);
    cudaStreamCreate(&s);
    cudaEventCreate(&done);
    cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, s);
    cudaEventRecord(done, s);
    cudaMemcpyAsync(device + 4096, other, 4096, cudaMemcpyHostToDevice, s);
    cudaEventSynchronize(done);
    cudaFreeHost(host);
    cudaMemcpy(device, device + 4096, 16, cudaMemcpyDeviceToDevice);
    cudaStreamSynchronize(s);
    cudaFreeHost(other);
    cudaFree(device);
    return 0;
}
