#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t a, b;
    float ms;
    cudaEventCreateWithFlags(&a, cudaEventDisableTiming); // site: created
    cudaEventCreate(&b);
    cudaEventRecord(a, 0);
    cudaEventRecord(b, 0);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, a, b); // expect: no-timing-event arg=start object=event result=400
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return 0;
}
