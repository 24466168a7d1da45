#include "cuda_runtime.h"

int main(void)
{
    int host = 0, *device;
    cudaMalloc((void **)&device, 64);
    cudaMemcpy(device, &host, 4, (enum cudaMemcpyKind)99); // expect: invalid-kind arg=kind api=cudaMemcpy result=21
    cudaFree(device);
    return 0;
}
