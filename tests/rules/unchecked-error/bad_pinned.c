/* Pinned memory could not be had; the copy gets what was left behind. */
#include "cuda_runtime.h"

int main(void)
{
    int *host = NULL, *device;
    cudaHostAlloc((void **)&host, (size_t)1 << 60, 0); // site: related
    cudaMalloc((void **)&device, 128);
    cudaMemset(device, 0, 128);
    cudaMemcpy(host, device, 128, cudaMemcpyDeviceToHost); // expect: unchecked-error arg=dst
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
