#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t a, b;
    float ms;
    cudaEventCreate(&a); // site: created
    cudaEventCreate(&b);
    cudaEventRecord(b, 0);
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b); // expect: unrecorded-event arg=start object=event result=400
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return 0;
}
