#include "cuda_runtime.h"

int main(void)
{
    char *data;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged((void **)&data, 8192, cudaMemAttachGlobal);
    int bad = cudaStreamAttachMemAsync(stream, data, 8192, cudaMemAttachSingle) || cudaStreamAttachMemAsync(NULL, data, 0, cudaMemAttachGlobal) || cudaDeviceSynchronize();
    return cudaFree(data) || cudaStreamDestroy(stream) || bad;
}
