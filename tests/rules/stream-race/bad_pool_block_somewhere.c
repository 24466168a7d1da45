#include "../../cases/kernels.h"
#include "inquest.h"
#include "allocators.h"

/* Which bytes of the block a kernel uses depends on what memory holds: that the pool hands the block out again while it may run is wrong all the same. */
int main(void)
{
    int *out, *index;
    unsigned n = 16;
    case_kernels();
    begin();
    cudaMalloc((void **)&out, sizeof *out);
    cudaMalloc((void **)&index, sizeof *index);
    cudaMemset(index, 0, sizeof *index);
    int *at = (int *)blocks[0].at;
    cudaMemset(at, 1, BLOCK);
    cudaDeviceSynchronize();
    inquest_pool_alloc(NULL, at, BLOCK - 1024);         // site: related
    LAUNCH(gather, 1, 1, 0, s[1], &out, &index, &at);   // site: related
    inquest_pool_free(at);                              // site: related
    inquest_pool_alloc(NULL, at, BLOCK - 8);            // site: created
    LAUNCH(store, 1, 32, 0, s[0], &at, &n); // expect-soft: stream-race object=device-memory // expect-real: stream-race severity=warning accepted=warning object=device-memory says=which_handed_it_out_again
    return cudaDeviceSynchronize();
}
