#include "cuda_runtime.h"

int main(void)
{
    int host[16] = { 0 };
    int *device;
    cudaMalloc((void **)&device, sizeof host); // site: created
    cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice); // expect: wrong-kind arg=kind api=cudaMemcpy result=1
    cudaFree(device);
    return 0;
}
