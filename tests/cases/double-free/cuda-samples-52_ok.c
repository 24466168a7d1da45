/* The repaired twin: only the destructor frees.
 * https://github.com/NVIDIA/cuda-samples/pull/52 */
#include "cuda_runtime.h"

static void destructor(void **data)
{
    cudaFree(*data);
    *data = NULL;
    cudaFree(*data);
}

int main(void)
{
    __attribute__((cleanup(destructor))) void *data = NULL;
    return cudaMalloc(&data, 4096) || cudaMemset(data, 0, 4096);
}
