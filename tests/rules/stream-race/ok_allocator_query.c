#include "cuda_runtime.h"
#include "allocators.h"

/* As CUB's: a block of another stream only when its event is over. */
int main(void)
{
    int asked = 0;
    begin();
    for (int i = 0; i < ROUNDS; i++) {
        cudaStream_t stream = s[i / 4 % 2];
        struct block *b = NULL;
        for (int k = 0; k < BLOCKS && !b; k++)
            if (!blocks[k].home || blocks[k].home == stream || (asked++, cudaEventQuery(blocks[k].over) == cudaSuccess))
                b = &blocks[k];
        if (!b)
            continue;
        b->home = stream;
        cudaMemsetAsync(b->at, i, BLOCK, stream);
        cudaEventRecord(b->over, stream);
    }
    return cudaDeviceSynchronize() || !asked;
}
