#include <string.h>

#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };
static char *host;

static void produce(void *unused) { memset(host, 3, 4096); }

int main(void)
{
    char *device;
    cudaStream_t copies, work;
    cudaEvent_t copied;
    cudaMallocHost((void **)&host, SIZE);
    cudaMalloc((void **)&device, SIZE);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEventCreate(&copied);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, copies);
    cudaEventRecord(copied, copies);
    cudaStreamWaitEvent(work, copied, 0);
    cudaLaunchHostFunc(work, produce, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
