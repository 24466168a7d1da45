#include "cuda_runtime.h"

/* What no pointer of a program can be. */
int main(void)
{
    cudaFree(NULL);
    cuMemHostRegister((void *)~0xfffull, 4096, 0); // expect: host-unmapped arg=p
    cudaHostRegister((void *)~0xfffull, 4096, 0);  // expect: host-unmapped arg=ptr
    return 0;
}
