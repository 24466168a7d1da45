// The host waits in one loop for two kernels, by a word of each.
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void work(int *done, int steps)
{
    for (int i = 0; i < steps; i++)
        __nanosleep(1000000);
    atomicAdd(done, 1);
}

int main()
{
    int *done;
    cudaStream_t streams[2];
    cudaMallocManaged(&done, 2 * sizeof *done);
    done[0] = done[1] = 0;
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        work<<<8, 32, 0, streams[i]>>>(done + i, 40 + i);
    }
    const volatile int *seen = done;
    while (seen[0] + seen[1] < 2 * 8 * 32)
        usleep(100);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(streams[i]);
    return cudaFree(done);
}
