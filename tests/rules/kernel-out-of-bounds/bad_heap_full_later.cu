// nvcc: -arch=sm_90 -lineinfo
// unseen on a GPU: null pointers and host memory end the context there
#include <stdlib.h>

/* What one kernel did not get is used by the next one. */
__global__ void make(int **rows)
{
    rows[threadIdx.x] = new int[1 << 19];
}

__global__ void use(int **rows)
{
    rows[threadIdx.x][0] = 1; // site: kernel
}

int main()
{
    int **rows;
    cudaMalloc(&rows, 32 * sizeof *rows);
    make<<<1, 32>>>(rows);
    use<<<1, 32>>>(rows); // expect-soft: kernel-out-of-bounds says=the_heap_of_kernels,_which_has_8_MiB says=cudaLimitMallocHeapSize
    cudaDeviceSynchronize();
    cudaFree(rows);
    return 0;
}
