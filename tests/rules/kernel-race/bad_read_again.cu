// nvcc: -arch=sm_75
/* Block 0 reads, says so by an atomic operation, and reads the same again once block 1 says that it has written.  Block 1 may write what it was told has been
 * read; without a fence nothing orders the second read behind it, though block 0 has met no barrier in between. */
#include "flagged.h"

__global__ void read_again(int *x, int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        int first = x[t];
        atomicAdd(flag, first + 1);
        while (atomicAdd(flag + 1, 0) < (int)blockDim.x)
            ;
        out[t] = x[t];
    } else {
        while (atomicAdd(flag, 0) < (int)blockDim.x)
            ;
        x[t] = t + 1;
        atomicAdd(flag + 1, 1);
    }
}

int main()
{
    flagged memory = flagged_make();
    flagged_clear(memory);
    read_again<<<2, 32>>>(memory.x, memory.flag, memory.out); // expect-soft: kernel-race severity=warning object=device-memory
    flagged_clear(memory);
    read_again<<<2, 256>>>(memory.x, memory.flag, memory.out); // expect-soft: kernel-race severity=warning object=device-memory
    return flagged_end(memory);
}
