// unseen on a GPU: kernels with fences, acquire or release are not watched there
// nvcc: -arch=sm_75
/* Block 0 reads, sets a flag behind a fence, and reads again: the flag tells of the first read only. */
#include "flagged.h"

__global__ void again(int *x, int *flag, int *out)
{
    int t = threadIdx.x;
    if (!blockIdx.x) {
        int first = x[t];
        __threadfence();
        atomicAdd(flag, 1);
        out[t] = first + x[t];
    } else {
        while (atomicAdd(flag, 0) < (int)blockDim.x)
            ;
        __threadfence();
        x[t] = t + 1;
    }
}

int main()
{
    flagged memory = flagged_make();
    flagged_clear(memory);
    again<<<2, 1>>>(memory.x, memory.flag, memory.out); // expect-soft: kernel-race severity=warning object=device-memory
    flagged_clear(memory);
    again<<<2, 32>>>(memory.x, memory.flag, memory.out); // expect-soft: kernel-race severity=warning object=device-memory
    return flagged_end(memory);
}
