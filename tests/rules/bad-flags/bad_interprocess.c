#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t event;
    cudaIpcEventHandle_t handle;
    cudaEventCreateWithFlags(&event, cudaEventInterprocess); // expect: bad-flags arg=flags
    cudaEventCreate(&event);
    return cudaIpcGetEventHandle(&handle, event); // expect: bad-flags arg=event object=event
}
