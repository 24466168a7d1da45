#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t e;
    cudaStream_t s;
    return cudaEventCreate(&e) || cudaStreamCreate(&s) || cudaEventRecord(e, s) || cudaStreamSynchronize(s) || cudaEventSynchronize(e) ||
           cudaEventDestroy(e) || cudaStreamDestroy(s);
}
