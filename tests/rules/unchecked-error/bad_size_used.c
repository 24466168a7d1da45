#include "cuda_runtime.h"

int main(void)
{
    void *p = NULL;
    cudaMalloc(&p, (size_t)-4); // site: related
    cudaMemset(p, 0, 4); // expect: unchecked-error
    return 0;
}
