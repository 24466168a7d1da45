#include "cuda_runtime.h"

int main(void)
{
    void *held, *p;
    cudaMalloc(&held, 1 << 20);
    cudaMalloc(&p, (size_t)1 << 45); // expect: out-of-memory arg=size api=cudaMalloc result=2
    cudaFree(held);
    return 0;
}
