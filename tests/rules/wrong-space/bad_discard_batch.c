#include "cuda_runtime.h"

int main(void)
{
    void *list[2];
    size_t sizes[2] = { 4096, 4096 };
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&list[0], 4096, cudaMemAttachGlobal);
    cudaMalloc(&list[1], 4096);     // site: created
    cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream);    // expect: wrong-space arg=dptrs object=device-memory result=1
    return cudaFree(list[0]) || cudaFree(list[1]) || cudaStreamDestroy(stream);
}
