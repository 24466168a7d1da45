#include "cuda_runtime.h"

static const char text[] = "constant data may be read";

int main(void)
{
    void *device;
    return cudaMalloc(&device, 64) || cudaMemcpy(device, text, sizeof text, cudaMemcpyHostToDevice) || cudaFree(device);
}
