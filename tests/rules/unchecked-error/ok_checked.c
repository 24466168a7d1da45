#include "cuda_runtime.h"

static char host[64];

int main(void)
{
    void *device = NULL;
    if (cudaMalloc(&device, (size_t)1 << 50)) {
        cudaGetLastError();
        if (cudaMalloc(&device, 64))
            return 1;
    }
    return cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice) || cudaFree(device);
}
