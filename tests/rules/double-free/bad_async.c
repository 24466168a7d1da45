#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaMallocAsync(&p, 64, 0); // site: created
    cudaFreeAsync(p, 0); // site: destroyed
    cudaFreeAsync(p, 0); // expect: double-free arg=devPtr state=freed result=1
    return 0;
}
