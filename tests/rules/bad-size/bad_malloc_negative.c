#include "cuda_runtime.h"

int main(void)
{
    void *p;
    int n = -1;
    cudaMalloc(&p, (size_t)n); // expect: bad-size arg=size api=cudaMalloc result=2
    return 0;
}
