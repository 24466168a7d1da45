// A loop launches a kernel and looks at its result in each round, without a wait between: it reads the same word again and again, but of new kernels.
#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void work(int *result, int round)
{
    *result = round;
}

int main()
{
    int *result, total = 0;
    cudaMallocManaged(&result, sizeof *result);
    for (int round = 0; round < 2; round++) {
        work<<<1, 1>>>(result, round); // site: related
        usleep(100000);
        total += *(volatile int *)result; // expect: host-read-in-flight says=kernel_work
    }
    cudaDeviceSynchronize();
    printf("%d\n", total);
    cudaFree(result);
    return 0;
}
