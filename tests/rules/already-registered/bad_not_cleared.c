/* The program is ready for the code, but leaves the error to whoever asks next. */
#include "cuda_runtime.h"

#include <stdlib.h>

int main(void)
{
    void *block = aligned_alloc(4096, 8192);
    int done = 0;
    cudaHostRegister(block, 8192, 0);
    cudaError_t e = cudaHostRegister(block, 8192, 0); // expect: already-registered
    if (e == 712)
        done = 1;
    cudaHostUnregister(block);
    free(block);
    return !done;
}
