// options: --no-rules range-overflow
// exit: 0
/* The rule that knows why the call fails is switched off: it is not a call that nobody can explain. */
#include "cuda_runtime.h"

int main(void)
{
    char host[400] = { 0 };
    void *device;
    if (cudaMalloc(&device, 40) || cudaMemcpy(device, host, 400, cudaMemcpyHostToDevice) != cudaErrorInvalidValue)
        return 1;
    cudaGetLastError();
    cudaMemcpy(device, host, 400, cudaMemcpyHostToDevice);
    if (cudaGetLastError() != cudaErrorInvalidValue)
        return 1;
    cudaMemcpy(device, host, 400, cudaMemcpyHostToDevice);
    cudaMemset(device, 0, 40);
    return cudaFree(device) || cudaGetLastError() != cudaErrorInvalidValue;
}
