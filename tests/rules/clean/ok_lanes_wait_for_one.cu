// options: --kernel-timeout 20
/* Lanes of one warp that wait at different places for one that works: all get their turns. */
#include <cuda_runtime.h>

__global__ void wait_for_one(volatile int *flag, int *sum)
{
    int lane = threadIdx.x, work = 0;
    switch (lane % 7) {
    case 0: while (!flag[0]) ; break;
    case 1: while (flag[0] < 1) __threadfence(); break;
    case 2: do { } while (flag[0] != 1); break;
    case 3:
        for (int i = 0; i < 3000; i++)
            work += flag[1] + i;
        if (lane == 3)
            flag[0] = 1;
        break;
    case 4: while (!flag[0]) __nanosleep(20); break;
    case 5: while (flag[0] * 3 < 2) ; break;
    default: while (!(flag[0] & 1)) __threadfence_block();
    }
    atomicAdd(sum, work ? 1 : 0);
}

int main()
{
    int *memory, sum = 0;
    if (cudaMalloc(&memory, 64) || cudaMemset(memory, 0, 64))
        return 1;
    wait_for_one<<<1, 32>>>(memory, memory + 8);
    return cudaMemcpy(&sum, memory + 8, 4, cudaMemcpyDeviceToHost) || sum != 5;
}
