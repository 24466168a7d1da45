// options: --kernel-checks bounds
/* Races are not looked for when bounds alone are asked for. */
#include <cuda_runtime.h>

__global__ void count(int *n) { *n += 1; }

int main()
{
    int *n;
    if (cudaMalloc(&n, sizeof *n))
        return 1;
    count<<<64, 64>>>(n);
    return cudaDeviceSynchronize();
}
