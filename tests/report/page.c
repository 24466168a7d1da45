/* What the page draws: memory that is used after it was freed, many calls after it was made, and a
 * copy on a stream that another stream does not wait for. */
#include <cuda_runtime.h>

#include "inquest.h"

enum { BYTES = 4096, ROUNDS = 40 };

int main(void)
{
    char *host, *memory, *table;
    cudaStream_t copies, other;
    cudaMalloc((void **)&memory, BYTES);
    cudaMalloc((void **)&table, BYTES);
    cudaMallocHost((void **)&host, BYTES);
    cudaStreamCreate(&copies);
    cudaStreamCreate(&other);
    inquest_mark("fill");
    for (int i = 0; i < ROUNDS; i++)
        cudaMemset(table, i, BYTES);
    inquest_mark("copies");
    cudaMemcpyAsync(memory, host, BYTES, cudaMemcpyHostToDevice, copies);
    cudaMemsetAsync(memory, 0, BYTES, other);
    cudaStreamSynchronize(copies);
    cudaStreamSynchronize(other);
    cudaFree(memory);
    cudaMemset(memory, 0, BYTES);
    cudaFree(table);
    cudaFreeHost(host);
    cudaStreamDestroy(copies);
    cudaStreamDestroy(other);
    return 0;
}
