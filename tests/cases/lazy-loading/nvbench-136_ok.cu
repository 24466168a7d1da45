/* Seen: a benchmark hangs at the first launch of a kernel.
 * Was: its code is loaded at the first launch, which waits for the device, where another kernel waits for the host.  Here it is loaded before.
 * https://github.com/NVIDIA/nvbench/issues/136 */
#include <cuda_runtime.h>

__global__ void blocker(volatile int *flag) { while (!*flag) { } }
__global__ void measured(int *out) { *out = 1; }

int main()
{
    int *flag, *out;
    cudaStream_t first, second;
    cudaFuncAttributes attributes;
    if (cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped) || cudaMalloc(&out, sizeof *out) || cudaFuncGetAttributes(&attributes, measured) ||
        cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) || cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking))
        return 1;
    *(volatile int *)flag = 0;
    blocker<<<1, 1, 0, first>>>(flag);
    measured<<<1, 1, 0, second>>>(out);
    *(volatile int *)flag = 1;
    return cudaDeviceSynchronize() || cudaStreamDestroy(first) || cudaStreamDestroy(second) || cudaFree(out) || cudaFreeHost(flag);
}
