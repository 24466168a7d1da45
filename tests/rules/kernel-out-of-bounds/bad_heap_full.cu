// nvcc: -arch=sm_90 -lineinfo
// unseen on a GPU: null pointers and host memory end the context there
#include <stdlib.h>

/* The heap of kernels has 8 MiB unless it is made larger, and nobody looks at what malloc returns. */
__global__ void fill(int **kept)
{
    int *p = (int *)malloc(1 << 20);
    p[0] = 1; // site: kernel
    kept[threadIdx.x] = p;
}

int main()
{
    int **kept;
    cudaMalloc(&kept, 64 * sizeof *kept);
    fill<<<1, 64>>>(kept); // expect-soft: kernel-out-of-bounds says=the_heap_of_kernels,_which_has_8_MiB says=cudaLimitMallocHeapSize
    cudaDeviceSynchronize();
    cudaFree(kept);
    return 0;
}
