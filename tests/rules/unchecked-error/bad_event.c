#include "cuda_runtime.h"

int main(void)
{
    cudaEvent_t event = NULL;
    cudaEventCreateWithFlags(&event, 0x40); // site: related
    return cudaEventRecord(event, 0); // expect: unchecked-error arg=event
}
