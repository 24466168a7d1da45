#include "cuda_runtime.h"

int main(void)
{
    int host = 3, *device, *managed, *pinned;
    cudaMalloc((void **)&device, 64);
    cudaMallocManaged((void **)&managed, 64, cudaMemAttachGlobal);
    cudaMallocHost((void **)&pinned, 64);
    cudaError_t e = cudaMemcpy(device, &host, 4, cudaMemcpyDefault);
    if (!e) e = cudaMemcpy(managed, &host, 4, cudaMemcpyHostToDevice);
    if (!e) e = cudaMemcpy(&host, managed, 4, cudaMemcpyDeviceToHost);
    if (!e) e = cudaMemcpy(managed, &host, 4, cudaMemcpyHostToHost);
    if (!e) e = cudaMemcpy(pinned, device, 4, cudaMemcpyDeviceToHost);
    if (!e) e = cudaMemcpy(device, pinned, 4, cudaMemcpyHostToDevice);
    if (!e) e = cudaFree(device);
    if (!e) e = cudaFree(managed);
    if (!e) e = cudaFreeHost(pinned);
    return e;
}
