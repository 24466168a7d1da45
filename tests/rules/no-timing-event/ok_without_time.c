#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t e;
    return cudaEventCreateWithFlags(&e, cudaEventDisableTiming) || cudaEventRecord(e, 0) || cudaEventSynchronize(e) || cudaEventQuery(e) ||
           cudaEventDestroy(e);
}
