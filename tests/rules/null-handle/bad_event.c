#include "cuda_runtime.h"

int main(void)
{
    cudaFree(0);
    cudaEventRecord(NULL, 0); // expect: null-handle arg=event api=cudaEventRecord result=400
    return 0;
}
