#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t s;
    cudaStreamCreate(&s); // site: created
    cudaStreamDestroy(s); // site: destroyed
    cudaStreamSynchronize(s); // expect: destroyed-handle arg=stream object=stream state=destroyed contained=1 result=400
    return 0;
}
