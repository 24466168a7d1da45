#include "cuda_runtime.h"

static char host[4096];

/* The pitch is too small for such a width, too; the width is the mistake. */
int main(void)
{
    void *p;
    int columns = 0;
    cudaMalloc(&p, 4096);
    cudaMemcpy2D(p, 64, host, 64, (size_t)(columns - 1), 2, cudaMemcpyHostToDevice);    // expect: bad-size arg=width result=12
    return cudaFree(p);
}
