// env: INQUEST_SOFT_DEVICES=2
#include "cuda_runtime.h"

int main(void)
{
    void *d;
    cudaStream_t s;
    cudaSetDevice(0);
    cudaStreamCreate(&s); // site: created
    cudaSetDevice(1);
    cudaMalloc(&d, 64);
    cudaMemsetAsync(d, 0, 64, s); // expect: wrong-context arg=stream object=stream result=1
    cudaFree(d);
    return 0;
}
