// The host waits for a plain store of the kernel: it reads the same word again and again.
#include <cstdio>
#include <cuda_runtime.h>
#include <sched.h>

__global__ void work(int *done)
{
    for (int i = 0; i < 3; i++)
        __nanosleep(1000000);
    *done = 1;
}

int main()
{
    int *done;
    cudaMallocManaged(&done, sizeof *done);
    *done = 0;
    work<<<1, 1>>>(done);
    while (!*(volatile int *)done)
        sched_yield();
    cudaDeviceSynchronize();
    printf("%d\n", *done);
    cudaFree(done);
    return 0;
}
