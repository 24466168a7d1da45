#include "cuda_runtime.h"
#include "inquest.h"
#include "allocators.h"

/* As with PyTorch, where nobody said record_stream, by a pool that says what it hands out: the block is given to the first stream again while the
 * second one still uses it. */
int main(void)
{
    cudaEvent_t ready;
    begin();
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    char *at = blocks[0].at;
    inquest_pool_alloc(NULL, at, BLOCK - 1024); // site: related
    cudaMemsetAsync(at, 1, 4096, s[0]);
    cudaEventRecord(ready, s[0]);
    cudaStreamWaitEvent(s[1], ready, 0);
    cudaMemsetAsync(at, 2, 1024, s[1]); // site: related
    inquest_pool_free(at);      // site: related
    inquest_pool_alloc(NULL, at, BLOCK - 8);    // site: created
    cudaMemsetAsync(at, 3, BLOCK - 8, s[0]); // expect: stream-race arg=devPtr object=device-memory says=was_a_block_of_63_KiB_(64512_bytes)_from
    return cudaDeviceSynchronize();
}
