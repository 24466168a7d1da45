// unseen on a GPU: the heap of kernels is in no table
// nvcc: -arch=sm_90 -lineinfo
#include <stdlib.h>

/* One element past the end of what the kernel itself allocated. */
__global__ void sum(int *out, int n)
{
    int *p = (int *)malloc(n * sizeof *p), *other = (int *)malloc(16);
    for (int i = 0; i <= n; i++)
        p[i] = i; // site: kernel
    *out = p[n / 2];
    free(p);
    free(other);
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    sum<<<1, 1>>>(out, 10); // expect-soft: kernel-out-of-bounds object=device-memory state=live says=malloc()_in_a_kernel
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
