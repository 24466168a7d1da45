#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t e;
    cudaEventCreate(&e); // site: created
    cudaStreamSynchronize((cudaStream_t)e); // expect: wrong-type-handle arg=stream object=event
    cudaEventDestroy(e);
    return 0;
}
