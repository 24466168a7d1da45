#include "cuda_runtime.h"

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 1024); // site: created
    cudaFree(device + 16); // expect: interior-free arg=devPtr object=device-memory state=live result=1
    cudaFree(device);
    return 0;
}
