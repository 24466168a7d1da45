#include "cuda_runtime.h"

int main(void)
{
    char *data;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged((void **)&data, 8192, cudaMemAttachGlobal); // site: created
    cudaStreamAttachMemAsync(stream, data, 4096, cudaMemAttachSingle);  // expect: bad-size arg=length object=managed-memory result=1
    return cudaFree(data) || cudaStreamDestroy(stream);
}
