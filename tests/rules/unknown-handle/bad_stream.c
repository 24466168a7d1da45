#include "cuda_runtime.h"

int main(void)
{
    cudaFree(0);
    cudaStreamSynchronize((cudaStream_t)0x1234); // expect: unknown-handle arg=stream object=stream state=never-created contained=1
    return 0;
}
