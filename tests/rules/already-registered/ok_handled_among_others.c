/* The program is ready for the code among others: in a switch, and in a helper that knows several.  The compiler makes ranges of such codes. */
// cc: gcc -O2
#include "cuda_runtime.h"

#include <stdlib.h>

static int is_harmless(cudaError_t e)
{
    return e == 704 /* peer access already enabled */ || e == 712 /* already registered */ || e == 713 /* not registered */;
}

static int pin(void *block, size_t size)
{
    switch ((int)cudaHostRegister(block, size, 0)) {
    case 0: return 1;
    case 704:
    case 712:
    case 713:
    case 801: cudaGetLastError(); return 0;
    default: exit(1);
    }
}

int main(void)
{
    void *block = aligned_alloc(4096, 8192);
    int pinned = pin(block, 8192);
    pinned += pin(block, 8192);
    cudaError_t e = cudaHostUnregister(block);
    e = cudaHostUnregister(block);
    if (is_harmless(e))
        cudaGetLastError();
    else
        return 2;
    free(block);
    return pinned != 1;
}
