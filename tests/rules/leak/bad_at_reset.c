#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaMalloc(&p, 1 << 20); // expect: leak severity=note object=device-memory state=freed
    return cudaDeviceReset(); // site: destroyed
}
