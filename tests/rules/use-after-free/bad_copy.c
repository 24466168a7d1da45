#include "cuda_runtime.h"

int main(void)
{
    int host = 0, *device;
    cudaMalloc((void **)&device, 64); // site: created
    cudaFree(device); // site: destroyed
    cudaMemcpy(device, &host, 4, cudaMemcpyHostToDevice); // expect: use-after-free arg=dst object=device-memory state=freed result=1
    return 0;
}
