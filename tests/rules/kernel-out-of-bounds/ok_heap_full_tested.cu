// nvcc: -arch=sm_90 -lineinfo
#include <stdlib.h>

/* The heap is made large enough, and where it is not, the kernel notices. */
__global__ void fill(int *failed, size_t size)
{
    int *p = (int *)malloc(size);
    if (!p) {
        atomicAdd(failed, 1);
        return;
    }
    p[0] = 1;
    free(p);
}

int main()
{
    int *failed, count;
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 128 << 20);
    cudaMalloc(&failed, sizeof *failed);
    cudaMemset(failed, 0, sizeof *failed);
    fill<<<1, 64>>>(failed, 1 << 20);
    fill<<<1, 2>>>(failed, (size_t)1 << 40);
    cudaMemcpy(&count, failed, sizeof count, cudaMemcpyDeviceToHost);
    cudaFree(failed);
    return count != 2;
}
