// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* An event of one device orders the work of the other. */
int main(void)
{
    char *first, *second, *third;
    int count = 0;
    cudaStream_t near, far;
    cudaEvent_t arrived;
    cudaGetDeviceCount(&count);
    if (count < 2)
        return 0;
    cudaMalloc((void **)&first, SIZE);
    cudaStreamCreate(&near);
    cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
    cudaSetDevice(1);
    cudaMalloc((void **)&second, SIZE);
    cudaMalloc((void **)&third, SIZE);
    cudaStreamCreate(&far);
    cudaSetDevice(0);
    cudaMemcpyPeerAsync(second, 1, first, 0, SIZE, near);
    cudaEventRecord(arrived, near);
    cudaSetDevice(1);
    cudaStreamWaitEvent(far, arrived, 0);
    cudaMemcpyAsync(third, second, SIZE, cudaMemcpyDeviceToDevice, far);
    if (cudaStreamSynchronize(far))
        return 1;
    cudaSetDevice(0);
    return cudaDeviceSynchronize() != 0;
}
