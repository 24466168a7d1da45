#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t e;
    cudaEventCreate(&e); // site: created
    cudaEventDestroy(e); // site: destroyed
    cudaStreamWaitEvent(0, e, 0); // expect: destroyed-handle arg=event object=event contained=1
    return 0;
}
