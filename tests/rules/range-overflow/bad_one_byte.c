#include "cuda_runtime.h"

static char host[512];

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 512);
    cudaMemcpy(device + 1, host, 512, cudaMemcpyHostToDevice); // expect: range-overflow arg=count result=1
    cudaFree(device);
    return 0;
}
