#include "cuda_runtime.h"
#include "allocators.h"

/* As with PyTorch, where nobody said record_stream: the block is the first stream's again while the second one still uses it. */
int main(void)
{
    cudaEvent_t ready;
    begin();
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    for (int i = 0; i < 2; i++) {
        char *at = blocks[0].at;
        cudaMemsetAsync(at, i, BLOCK, s[0]); // expect: stream-race arg=devPtr object=device-memory
        cudaEventRecord(ready, s[0]);
        cudaStreamWaitEvent(s[1], ready, 0);
        cudaMemsetAsync(at, i + 1, BLOCK / 2, s[1]); // site: related
    }
    return cudaDeviceSynchronize();
}
