/* The same mistake at the same place is one finding with a count. */
#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    char *device;
    cudaMalloc((void **)&device, 32);
    for (int i = 0; i < 5; i++)
        cudaMemcpy(device, host, 33 + i, cudaMemcpyHostToDevice); // expect: range-overflow arg=count
    cudaFree(device);
    return 0;
}
