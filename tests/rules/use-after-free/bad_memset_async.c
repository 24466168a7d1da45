#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync(&p, 4096, s); // site: created
    cudaFreeAsync(p, s); // site: destroyed
    cudaMemsetAsync(p, 0, 4096, s); // expect: use-after-free arg=devPtr state=freed result=1
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return 0;
}
