#include <string.h>

#include "cuda_runtime.h"
#include "copies_and_work.h"

static void produce(void *unused) { memset(host, 3, 4096); }

int main(void)
{
    cudaEvent_t copied;
    copies_and_work();
    cudaEventCreate(&copied);
    cudaMemcpyAsync(device, host, SIZE, cudaMemcpyHostToDevice, copies);
    cudaEventRecord(copied, copies);
    cudaStreamWaitEvent(work, copied, 0);
    cudaLaunchHostFunc(work, produce, 0);
    cudaStreamSynchronize(work);
    cudaDeviceSynchronize();
    return 0;
}
