/* The program only tells success from failure, or large groups of codes from others. */
// cc: gcc -O2
#include "cuda_runtime.h"

#include <stdlib.h>

static int pin(void *block, size_t size)
{
    cudaError_t e = cudaHostRegister(block, size, 0); // expect: already-registered arg=ptr
    if ((int)e > 0 && (int)e < 999) {
        cudaGetLastError();
        return 0;
    }
    return e == 0;
}

int main(void)
{
    void *block = aligned_alloc(4096, 8192);
    int pinned = pin(block, 8192);
    pinned += pin(block, 8192);
    cudaHostUnregister(block);
    free(block);
    return pinned != 1;
}
