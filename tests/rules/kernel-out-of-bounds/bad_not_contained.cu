// nvcc: -arch=sm_75 -lineinfo
// options: --contain=no
// exit: 0
#include <cuda_runtime.h>

/* Of the four bytes only two belong to the memory; they are written all the same. */
__global__ void set(int *out)
{
    *out = 7; // site-soft: kernel
}

int main()
{
    int *out;
    short got = 0;
    cudaMalloc(&out, 2);
    cudaMemset(out, 0, 2);
    set<<<1, 1>>>(out); // expect-soft: kernel-out-of-bounds arg=out contained=0
    cudaMemcpy(&got, out, 2, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return got != 7;
}
