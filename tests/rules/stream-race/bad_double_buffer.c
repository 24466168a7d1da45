#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Double buffering that waits for the upload, but not for the download of two rounds ago. */
int main(void)
{
    char *host[2], *result[2], *device[2];
    cudaStream_t upload, download;
    cudaEvent_t up[2];
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&download, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost((void **)&host[i], SIZE);
        cudaMallocHost((void **)&result[i], SIZE);
        cudaMalloc((void **)&device[i], SIZE);
        cudaEventCreateWithFlags(&up[i], cudaEventDisableTiming);
    }
    for (int round = 0; round < 3; round++) {
        int i = round % 2;
        cudaMemcpyAsync(device[i], host[i], SIZE, cudaMemcpyHostToDevice, upload); // expect: stream-race arg=dst object=device-memory
        cudaEventRecord(up[i], upload);
        cudaStreamWaitEvent(download, up[i], 0);
        cudaMemcpyAsync(result[i], device[i], SIZE, cudaMemcpyDeviceToHost, download); // site: related
    }
    cudaDeviceSynchronize();
    return 0;
}
