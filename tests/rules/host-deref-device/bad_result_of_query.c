/* The result of another call than an allocation is to be written to the device. */
// exit: 139
#include "cuda_runtime.h"

int main(void)
{
    int *counts;
    cudaMalloc((void **)&counts, 64); // site: created
    cudaGetDeviceCount(counts + 3); // expect: host-deref-device arg=count object=device-memory state=live says=byte_12
    return 0;
}
