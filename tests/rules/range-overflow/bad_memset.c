#include "cuda_runtime.h"

int main(void)
{
    float *device;
    cudaMalloc((void **)&device, 40);
    cudaMemset(device, 0, 400); // expect: range-overflow arg=count api=cudaMemset result=1
    cudaFree(device);
    return 0;
}
