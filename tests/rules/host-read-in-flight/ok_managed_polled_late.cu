// The host comes to its waiting loops after the kernels are over, so that it reads each word only once; nothing else has told it that they are.
#include <cstdio>
#include <cuda_runtime.h>
#include <unistd.h>

__global__ void work(int *done)
{
    atomicAdd(&done[1], 1);
}

static void wait(volatile int *flags, int which)
{
    while (!flags[which])
        usleep(100);
}

int main()
{
    int *done;
    cudaMallocManaged(&done, 4 * sizeof *done);
    done[1] = 0;
    work<<<1, 1>>>(done);
    usleep(300000);
    wait(done, 1);
    cudaDeviceSynchronize();

    done[1] = 0;
    work<<<1, 1>>>(done);
    usleep(300000);
    for (;;) {
        int seen = ((volatile int *)done)[1];
        if (seen > 0)
            break;
        usleep(100);
    }
    cudaDeviceSynchronize();
    printf("%d\n", done[1]);
    cudaFree(done);
    return 0;
}
