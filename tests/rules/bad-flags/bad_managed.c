#include "cuda_runtime.h"

int main(void)
{
    void *memory;
    cudaMallocManaged(&memory, 64, 0); // expect: bad-flags arg=flags result=1 says=cudaStreamAttachMemAsync
    cudaMallocManaged(&memory, 64, cudaMemAttachGlobal);
    cudaFree(memory);
    return 0;
}
