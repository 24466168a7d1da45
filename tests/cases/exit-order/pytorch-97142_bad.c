/* Seen: a wish to suppress all errors at exit; refused, because it would hide real ones.
 * Is: a real mistake in main stays an error, what comes at exit is a warning.
 * https://github.com/pytorch/pytorch/pull/97142 */
#include "cuda_runtime.h"

static char host[64];
static void *cache;

__attribute__((destructor)) static void empty_cache(void)
{
    cudaFree(cache); // expect: exit-order api=cudaFree severity=warning result=4
}

int main(void)
{
    cudaMalloc(&cache, 32);
    cudaMemcpy(cache, host, 64, cudaMemcpyHostToDevice); // expect: range-overflow arg=count
    return 0;
}
