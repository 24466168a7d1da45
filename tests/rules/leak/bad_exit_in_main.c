#include "cuda_runtime.h"
#include <stdlib.h>

/* main still knows where they are, as it has called what ends the process. */
int main(void)
{
    void *p[64];
    for (int i = 0; i < 64; i++)
        cudaMalloc(&p[i], 4096); // expect: leak severity=note object=device-memory says=64_of_64_still_reachable
    exit(0);
}
