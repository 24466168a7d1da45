/* The program is ready for memory that is registered already, and clears the error. */
#include "cuda_runtime.h"

#include <stdlib.h>

static void pin(void *block, size_t size)
{
    cudaError_t e = cudaHostRegister(block, size, 0);
    if (e == 712) /* cudaErrorHostMemoryAlreadyRegistered */
        cudaGetLastError();
    else if (e)
        exit(1);
}

int main(void)
{
    void *block = aligned_alloc(4096, 8192);
    pin(block, 8192);
    pin(block, 8192);
    cudaError_t e = cudaHostUnregister(block);
    e = cudaHostUnregister(block);
    if (e == 713) /* cudaErrorHostMemoryNotRegistered */
        cudaGetLastError();
    free(block);
    return 0;
}
