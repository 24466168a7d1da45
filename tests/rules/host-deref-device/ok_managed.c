#include "cuda_runtime.h"

int main(void)
{
    int *p;
    if (cudaMallocManaged((void **)&p, 64, cudaMemAttachGlobal))
        return 1;
    *(volatile int *)p = 5;
    return *(volatile int *)p != 5 || cudaFree(p);
}
