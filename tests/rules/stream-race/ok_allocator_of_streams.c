#include "cuda_runtime.h"
#include "allocators.h"

/* As RMM's: each stream has an event, recorded whenever it gives a block back; who takes from another stream's list waits for that event and
 * takes all of it. */
static cudaEvent_t given[2];

static struct block *get(int stream)
{
    for (int turn = 0; turn < 2; turn++) {
        int from = turn ? !stream : stream;
        for (int i = 0; i < BLOCKS; i++) {
            struct block *b = &blocks[i];
            if (b->busy || b->home != s[from])
                continue;
            if (turn)
                cudaStreamWaitEvent(s[stream], given[from], 0);
            for (int k = 0; turn && k < BLOCKS; k++)
                if (!blocks[k].busy && blocks[k].home == s[from])
                    blocks[k].home = s[stream];
            b->busy = 1;
            return b;
        }
    }
    return NULL;
}

int main(void)
{
    begin();
    for (int i = 0; i < BLOCKS; i++)
        blocks[i].home = s[0];
    for (int i = 0; i < 2; i++)
        cudaEventCreateWithFlags(&given[i], cudaEventDisableTiming);
    for (int i = 0; i < ROUNDS; i++) {
        int stream = i / 3 % 2;
        struct block *b = get(stream);
        if (!b)
            return 1;
        cudaMemsetAsync(b->at, i, BLOCK, s[stream]);
        cudaEventRecord(given[stream], s[stream]);
        b->busy = 0;
    }
    return cudaDeviceSynchronize();
}
