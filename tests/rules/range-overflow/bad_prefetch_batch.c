#include "cuda_runtime.h"

/* The sizes of two buffers are swapped. */
int main(void)
{
    void *list[2];
    size_t sizes[2] = { 4096, 65536 }, first = 0;
    struct cudaMemLocation device = { cudaMemLocationTypeDevice, 0 };
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&list[0], 65536, cudaMemAttachGlobal);
    cudaMallocManaged(&list[1], 4096, cudaMemAttachGlobal);     // site: created
    cudaMemPrefetchBatchAsync(list, sizes, 2, &device, &first, 1, 0, stream);   // expect: range-overflow arg=sizes object=managed-memory result=1
    return cudaFree(list[0]) || cudaFree(list[1]) || cudaStreamDestroy(stream);
}
