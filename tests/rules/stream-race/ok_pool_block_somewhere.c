#include "../../cases/kernels.h"
#include "inquest.h"
#include "allocators.h"

/* As bad_pool_block_somewhere, but: one block for both kernels, two blocks next to each other, kernels that only read, a block that comes back when the other
 * stream has been waited for. */
int main(void)
{
    int *out[2], *index;
    unsigned n = 16;
    cudaEvent_t over;
    case_kernels();
    begin();
    cudaEventCreateWithFlags(&over, cudaEventDisableTiming);
    for (int i = 0; i < 2; i++)
        cudaMalloc((void **)&out[i], sizeof **out);
    cudaMalloc((void **)&index, sizeof *index);
    cudaMemset(index, 0, sizeof *index);
    int *at = (int *)blocks[0].at, *next = (int *)blocks[1].at;
    cudaMemset(at, 1, 2 * BLOCK);
    cudaDeviceSynchronize();

    inquest_pool_alloc(NULL, at, BLOCK);
    LAUNCH(gather, 1, 1, 0, s[1], &out[1], &index, &at);
    inquest_pool_free(at);
    inquest_pool_alloc(NULL, at, BLOCK / 2);
    LAUNCH(gather, 1, 1, 0, s[0], &out[0], &index, &at);

    inquest_pool_alloc(NULL, next, BLOCK);
    LAUNCH(store, 1, 32, 0, s[0], &next, &n);

    inquest_pool_free(at);
    cudaEventRecord(over, s[1]);
    cudaStreamWaitEvent(s[0], over, 0);
    inquest_pool_alloc(NULL, at, BLOCK);
    LAUNCH(store, 1, 32, 0, s[0], &at, &n);
    return cudaDeviceSynchronize();
}
