#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t a, b;
    float ms;
    return cudaEventCreate(&a) || cudaEventCreate(&b) || cudaEventRecord(a, 0) || cudaEventRecord(b, 0) || cudaEventSynchronize(b) ||
           cudaEventElapsedTime(&ms, a, b) || cudaEventDestroy(a) || cudaEventDestroy(b);
}
