#include "cuda_runtime.h"

static char host[1 << 20];

int main(void)
{
    void *p;
    cudaStream_t s;
    cudaEvent_t e;
    cudaMalloc(&p, sizeof host);
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaMemcpyAsync(p, host, sizeof host, cudaMemcpyHostToDevice, s);
    cudaEventRecord(e, s);
    cudaError_t state;
    while ((state = cudaEventQuery(e)) == cudaErrorNotReady)
        ;
    return state || cudaEventDestroy(e) || cudaStreamDestroy(s) || cudaFree(p);
}
