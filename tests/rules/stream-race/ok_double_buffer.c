#include "cuda_runtime.h"

/* Double buffering with pinned memory: upload, work, download, each round in its own buffer. */
int main(void)
{
    char *host[2], *device[2];
    cudaStream_t upload, download;
    cudaEvent_t up[2], down[2];
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&download, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost((void **)&host[i], 4096);
        cudaMalloc((void **)&device[i], 4096);
        cudaEventCreateWithFlags(&up[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&down[i], cudaEventDisableTiming);
    }
    for (int round = 0; round < 20; round++) {
        int i = round % 2;
        cudaEventSynchronize(down[i]);
        for (int k = 0; k < 4096; k++)
            host[i][k] = (char)(host[i][k] + 1);
        cudaMemcpyAsync(device[i], host[i], 4096, cudaMemcpyHostToDevice, upload);
        cudaEventRecord(up[i], upload);
        cudaStreamWaitEvent(download, up[i], 0);
        cudaMemcpyAsync(host[i], device[i], 4096, cudaMemcpyDeviceToHost, download);
        cudaEventRecord(down[i], download);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(host[i]);
        cudaFree(device[i]);
    }
    return 0;
}
