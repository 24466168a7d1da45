// Blocks of the kernel take turns by a volatile word of device memory, which tells the host nothing.
// soft only: of what kernels use a GPU tells nothing, and only the bytes of the first thread are known
#include <cuda_runtime.h>

__global__ void turns(volatile int *turn, int *p)
{
    while (*turn != blockIdx.x)
        ;
    *p += blockIdx.x;
    __threadfence();
    *turn = blockIdx.x + 1;
}

int main()
{
    int *turn, *p;
    cudaMalloc(&turn, sizeof *turn);
    cudaMemset(turn, 0, sizeof *turn);
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    turns<<<4, 1>>>(turn, p); // site: related
    int sum = *p; // expect: host-read-in-flight says=kernel_turns
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(turn);
    return sum < 0;
}
