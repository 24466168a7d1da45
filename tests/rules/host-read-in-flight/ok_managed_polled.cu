// The host shows how far a kernel is: it reads the same word again and again, though the kernel counts as for other threads of its own.
#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void work(int *done)
{
    for (int i = 0; i < 3; i++)
        __nanosleep(1000000);
    atomicAdd(done, 1);
}

int main()
{
    int *done;
    cudaMallocManaged(&done, sizeof *done);
    *done = 0;
    work<<<8, 32>>>(done);
    int seen;
    do {
        seen = *(volatile int *)done;
        usleep(100);
    } while (seen < 8 * 32);
    cudaDeviceSynchronize();
    printf("%d\n", *done);
    cudaFree(done);
    return 0;
}
