#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    char *device;
    cudaStream_t fill;
    cudaMalloc((void **)&device, 1 << 20);
    cudaStreamCreateWithFlags(&fill, cudaStreamNonBlocking);
    cudaMemsetAsync(device, 1, 1 << 20, fill); // site: related
    cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost); // expect: stream-race arg=src object=device-memory
    cudaDeviceSynchronize();
    cudaFree(device);
    return 0;
}
