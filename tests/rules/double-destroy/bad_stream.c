#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t s;
    cudaStreamCreate(&s); // site: created
    cudaStreamDestroy(s); // site: destroyed
    cudaStreamDestroy(s); // expect: double-destroy arg=stream object=stream contained=1
    return 0;
}
