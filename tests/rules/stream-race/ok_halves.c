#include "cuda_runtime.h"

static char host[8192];

/* Two streams, each with its own half; both read the same constant part. */
int main(void)
{
    char *device, *common;
    cudaStream_t stream[2];
    cudaMalloc((void **)&device, 8192);
    cudaMalloc((void **)&common, 4096);
    cudaMemset(common, 1, 4096);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
    for (int round = 0; round < 4; round++)
        for (int i = 0; i < 2; i++) {
            cudaMemcpyAsync(device + i * 4096, common, 4096, cudaMemcpyDeviceToDevice, stream[i]);
            cudaMemcpyAsync(host + i * 4096, device + i * 4096, 4096, cudaMemcpyDeviceToHost, stream[i]);
        }
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFree(common);
    return 0;
}
