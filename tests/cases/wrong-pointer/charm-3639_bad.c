/* Seen: cudaFreeHost returns "invalid argument" when the program ends.
 * Was: a slice of a pool of pinned memory was freed, not the block that cudaMallocHost returned.
 * https://github.com/charmplusplus/charm/issues/3639 */
#include "cuda_runtime.h"

int main(void)
{
    char *pool;
    cudaMallocHost((void **)&pool, 1 << 16); // site: created
    char *slice = pool + 16;
    cudaFreeHost(slice); // expect: interior-free arg=ptr object=pinned-memory
    cudaFreeHost(pool);
    return 0;
}
