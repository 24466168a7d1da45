#include "cuda_runtime.h"

int main(void)
{
    int *p;
    cudaMalloc((void **)&p, 64); // site: created
    cudaFreeHost(p); // expect: wrong-free arg=ptr object=device-memory result=1
    cudaFree(p);
    return 0;
}
