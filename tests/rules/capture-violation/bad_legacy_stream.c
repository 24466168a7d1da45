#include "cuda_runtime.h"

int main(void)
{
    char *device;
    cudaStream_t s;
    cudaMalloc((void **)&device, 4096);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed); // site: related
    cudaMemsetAsync(device, 0, 4096, s);
    return cudaMemsetAsync(device, 0, 4096, 0); // expect: capture-violation result=906 says=legacy_default_stream
}
