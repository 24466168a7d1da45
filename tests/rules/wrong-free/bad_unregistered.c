#include <stdlib.h>

#include "cuda_runtime.h"

/* Unregistering is no free: the memory is malloc's again. */
int main(void)
{
    char *host = malloc(4096);
    cudaHostRegister(host, 4096, 0);
    cudaHostUnregister(host);
    cudaFreeHost(host); // expect: wrong-free arg=ptr object=host-memory
    free(host);
    return 0;
}
