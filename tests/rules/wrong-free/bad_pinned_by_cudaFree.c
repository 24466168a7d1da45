#include "cuda_runtime.h"

int main(void)
{
    int *p;
    cudaMallocHost((void **)&p, 64); // site: created
    cudaFree(p); // expect: wrong-free arg=devPtr object=pinned-memory result=1
    cudaFreeHost(p);
    return 0;
}
