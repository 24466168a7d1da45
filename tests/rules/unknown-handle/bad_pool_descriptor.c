#include "cuda_runtime.h"

/* The number of a descriptor means nothing in another process. */
int main(void)
{
    cudaMemPool_t pool;
    cudaMemPoolImportFromShareableHandle(&pool, (void *)77, cudaMemHandleTypePosixFileDescriptor, 0); // expect: unknown-handle arg=shareableHandle
    return 0;
}
