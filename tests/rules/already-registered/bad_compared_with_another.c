/* The program is ready for another code than the one that it gets, and clears whatever there is. */
#include "cuda_runtime.h"

#include <stdlib.h>

int main(void)
{
    void *block = aligned_alloc(4096, 8192);
    cudaHostRegister(block, 8192, 0);
    cudaError_t e = cudaHostRegister(block, 8192, 0); // expect: already-registered
    if (e == 2)
        exit(2);
    cudaGetLastError();
    cudaHostUnregister(block);
    free(block);
    return 0;
}
