// unseen on a GPU: the heap of kernels is in no table
// nvcc: -arch=sm_90 -lineinfo
#include <stdlib.h>

/* Memory of malloc in a kernel is read after its free, by the same kernel and by the next one. */
__device__ int *kept;

__global__ void first(int *out)
{
    int *p = (int *)malloc(16 * sizeof *p);
    p[2] = 5;
    free(p);
    *out = ((volatile int *)p)[2]; // site: kernel
    kept = p;
}

__global__ void second(int *out)
{
    *out += kept[3]; // site: kernel
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    first<<<1, 1>>>(out); // expect-soft: kernel-use-after-free object=device-memory state=freed
    cudaDeviceSynchronize();
    second<<<1, 1>>>(out); // expect-soft: kernel-use-after-free object=device-memory state=freed
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
