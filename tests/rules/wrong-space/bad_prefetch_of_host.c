#include <stdlib.h>

#include "cuda_runtime.h"

int main(void)
{
    struct cudaMemLocation there = { cudaMemLocationTypeDevice, 0 };
    char *host = malloc(1 << 20);
    int bad = cudaMemPrefetchAsync(host, 1 << 20, there, 0, 0); // expect: wrong-space arg=devPtr says=is_not_managed_memory
    free(host);
    return bad;
}
