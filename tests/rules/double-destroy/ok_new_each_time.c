#include "cuda_runtime.h"

int main(void)
{
    for (int i = 0; i < 100; i++) {
        cudaStream_t s;
        cudaEvent_t e;
        if (cudaStreamCreate(&s) || cudaEventCreate(&e) || cudaEventRecord(e, s) || cudaEventDestroy(e) || cudaStreamDestroy(s))
            return 1;
    }
    return 0;
}
