#include "cuda_runtime.h"

/* To the device and back, in two batches; then neither is needed any more. */
int main(void)
{
    void *list[2];
    size_t sizes[2] = { 65536, 4096 }, starts[2] = { 0, 1 };
    struct cudaMemLocation places[2] = { { cudaMemLocationTypeDevice, 0 }, { cudaMemLocationTypeHost, 0 } };
    cudaStream_t stream;
    int has = 0;
    if (cudaDeviceGetAttribute(&has, cudaDevAttrConcurrentManagedAccess, 0) || !has)
        return 0;
    return cudaStreamCreate(&stream) || cudaMallocManaged(&list[0], 65536, cudaMemAttachGlobal) || cudaMallocManaged(&list[1], 4096, cudaMemAttachGlobal) ||
           cudaMemPrefetchBatchAsync(list, sizes, 2, places, starts, 2, 0, stream) || cudaMemDiscardBatchAsync(list, sizes, 2, 0, stream) ||
           cudaStreamSynchronize(stream) || cudaFree(list[0]) || cudaFree(list[1]) || cudaStreamDestroy(stream);
}
