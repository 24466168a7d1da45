/* Seen: out of memory in the middle of a long run.
 * Was: blocks of varying sizes pile up; the report must say what holds the memory.
 * https://github.com/FalkonML/falkon/issues/22 */
// env: INQUEST_SOFT_MEMORY=67108864
#include "cuda_runtime.h"

int main(void)
{
    void *blocks[64];
    int count = 0;
    while (count < 64 && !cudaMalloc(&blocks[count], (size_t)(count + 1) << 20)) // expect-soft: out-of-memory arg=size api=cudaMalloc result=2
        count++;
    cudaGetLastError();
    while (count)
        cudaFree(blocks[--count]);
    return 0;
}
