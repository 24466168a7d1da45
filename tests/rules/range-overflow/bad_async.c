#include "cuda_runtime.h"

static char host[400];

int main(void)
{
    char *device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc((void **)&device, 40);
    cudaMemcpyAsync(device, host, 400, cudaMemcpyHostToDevice, stream); // expect: range-overflow arg=count api=cudaMemcpyAsync result=1
    cudaStreamSynchronize(stream);
    cudaFree(device);
    cudaStreamDestroy(stream);
    return 0;
}
