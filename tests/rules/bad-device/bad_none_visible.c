// env: CUDA_VISIBLE_DEVICES=
#include "cuda_runtime.h"

/* Every call fails for the same reason: one finding, at the first call that needed a device. */
int main(void)
{
    int count = 0;
    void *device = 0;
    cudaGetDeviceCount(&count); // site: related
    cudaMalloc(&device, 64); // expect: bad-device api=cudaMalloc result=100
    cudaMemset(device, 0, 64);
    return cudaGetLastError() != cudaErrorNoDevice;
}
