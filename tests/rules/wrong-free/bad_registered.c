#include "cuda_runtime.h"
#include <stdlib.h>

/* Registered memory is the program's own still. */
int main(void)
{
    char *host = malloc(8192);
    if (cudaHostRegister(host, 8192, 0)) // site: created
        return 1;
    cudaFreeHost(host); // expect: wrong-free arg=ptr object=registered-memory
    if (cudaHostUnregister(host))
        return 2;
    free(host);
    return 0;
}
