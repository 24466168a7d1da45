// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

enum { SIZE = 1 << 16 };

/* Each device has its own default stream; the copy of one does not wait for the other. */
int main(void)
{
    char *first, *second, *third;
    int count = 0;
    cudaStream_t far;
    cudaGetDeviceCount(&count);
    if (count < 2)
        return 0;
    cudaMalloc((void **)&first, SIZE);
    cudaSetDevice(1);
    cudaMalloc((void **)&second, SIZE);
    cudaMalloc((void **)&third, SIZE);
    cudaStreamCreate(&far);
    cudaSetDevice(0);
    cudaMemcpyPeerAsync(second, 1, first, 0, SIZE, 0); // site: related
    cudaSetDevice(1);
    cudaMemcpyAsync(third, second, SIZE, cudaMemcpyDeviceToDevice, far); // expect-soft: stream-race arg=src
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    return 0;
}
