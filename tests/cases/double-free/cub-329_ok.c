/* The repaired twin: a block is given back once.
 * https://github.com/NVIDIA/cub/issues/329 */
#include "cuda_runtime.h"

int main(void)
{
    void *data;
    cudaEvent_t ready;
    return cudaMalloc(&data, 256) || cudaEventCreateWithFlags(&ready, cudaEventDisableTiming) || cudaEventRecord(ready, 0) ||
           cudaEventSynchronize(ready) || cudaEventDestroy(ready) || cudaFree(data);
}
