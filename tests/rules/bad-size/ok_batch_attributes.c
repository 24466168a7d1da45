#include "cuda_runtime.h"
#include "copy_batch.h"

/* Two sets of attributes, and one for all; the per-thread default stream takes batches, too. */
int main(void)
{
    make_batch();
    int bad = cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 2, stream) || cudaStreamSynchronize(stream) ||
              cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, starts, 1, (cudaStream_t)2) || cudaDeviceSynchronize();
    return cudaStreamDestroy(stream) || cudaFree(a) || cudaFree(b) || bad;
}
