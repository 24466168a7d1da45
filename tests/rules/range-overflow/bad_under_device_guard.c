// options: --device-guard
#include "cuda_runtime.h"

/* The block is a little longer than it was asked for; what is wrong without the option is wrong with it. */
int main(void)
{
    static char host[64];
    char *device;
    cudaMalloc((void **)&device, 40); // site: created
    int bad = cudaMemcpy(device, host, 40, cudaMemcpyHostToDevice);
    cudaMemcpy(device, host, 44, cudaMemcpyHostToDevice); // expect: range-overflow arg=count result=1 contained=0
    cudaMemset(device + 1, 0, 40); // expect: range-overflow arg=count result=1 contained=0
    cudaFree(device);
    return bad;
}
