#include "cuda_runtime.h"

/* The probe for a size that fits leaves its error behind, which is read after a call that succeeds. */
int main(void)
{
    void *p;
    size_t size = (size_t)1 << 45;
    while (cudaMalloc(&p, size) != cudaSuccess && size > 4096) // site: related
        size >>= 12;
    cudaMemset(p, 0, 4096);
    int failed = cudaGetLastError() != cudaSuccess; // expect: pending-error severity=warning api=cudaGetLastError result=2
    cudaFree(p);
    return failed;
}
