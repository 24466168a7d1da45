#include "cuda_runtime.h"

static char host[100 * 10];

int main(void)
{
    void *d;
    size_t pitch;
    cudaMallocPitch(&d, &pitch, 200, 10);
    cudaMemcpy2D(d, pitch, host, 100, 200, 5, cudaMemcpyHostToDevice); // expect: pitch-too-small arg=spitch result=12
    cudaFree(d);
    return 0;
}
