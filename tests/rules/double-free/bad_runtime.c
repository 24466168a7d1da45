#include "cuda_runtime.h"

int main(void)
{
    int *device;
    cudaMalloc((void **)&device, 64); // site: created
    cudaFree(device); // site: destroyed
    cudaFree(device); // expect: double-free arg=devPtr object=device-memory state=freed api=cudaFree result=1
    return 0;
}
