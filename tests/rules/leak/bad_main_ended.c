#include "cuda_runtime.h"

/* Only main knows where they are, and it has ended when the process ends. */
int main(void)
{
    void *p[64];
    for (int i = 0; i < 64; i++)
        cudaMalloc(&p[i], 4096); // expect: leak severity=note object=device-memory says=64_of_64_lost
    return 0;
}
