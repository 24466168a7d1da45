#include "cuda_runtime.h"

int main(void)
{
    char *data;
    cudaMallocManaged((void **)&data, 8192, cudaMemAttachGlobal);
    cudaStreamAttachMemAsync(NULL, data, 0, cudaMemAttachSingle);       // expect: null-handle arg=stream result=1
    return cudaFree(data);
}
