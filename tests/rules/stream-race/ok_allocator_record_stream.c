#include "cuda_runtime.h"
#include "allocators.h"

/* As PyTorch's: a block goes back to the stream that it was allocated for; if another one used it, not before the event of that one is over. */
static struct block *get(cudaStream_t stream)
{
    for (int i = 0; i < BLOCKS; i++) {
        struct block *b = &blocks[i];
        if (b->waits && cudaEventQuery(b->over) == cudaSuccess)
            b->waits = 0;
        if (!b->busy && !b->waits && (!b->home || b->home == stream)) {
            b->home = stream;
            b->busy = 1;
            return b;
        }
    }
    cudaDeviceSynchronize();
    return get(stream);
}

static void put(struct block *b)
{
    b->busy = 0;
    if (b->user) {
        cudaEventRecord(b->over, b->user);
        b->waits = 1;
        b->user = NULL;
    }
}

int main(void)
{
    cudaEvent_t ready;
    begin();
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    for (int i = 0; i < ROUNDS; i++) {
        struct block *b = get(s[0]);
        cudaMemsetAsync(b->at, i, BLOCK, s[0]);
        cudaEventRecord(ready, s[0]);
        cudaStreamWaitEvent(s[1], ready, 0);
        cudaMemsetAsync(b->at, i + 1, BLOCK / 2, s[1]);
        b->user = s[1];
        put(b);
    }
    return cudaDeviceSynchronize();
}
