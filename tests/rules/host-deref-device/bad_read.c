// exit: 139
#include "cuda_runtime.h"

int main(void)
{
    int *device;
    cudaMalloc((void **)&device, 64); // site: created
    return *(volatile int *)device; // expect: host-deref-device object=device-memory
}
