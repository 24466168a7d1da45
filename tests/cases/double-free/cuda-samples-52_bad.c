/* Seen: "invalid device pointer" at the end of an NPP sample.
 * Was: an explicit free, and the destructor of the image frees again.
 * https://github.com/NVIDIA/cuda-samples/pull/52 */
#include "cuda_runtime.h"

static void destructor(void **data)
{
    cudaFree(*data); // expect: double-free arg=devPtr object=device-memory state=freed
}

int main(void)
{
    __attribute__((cleanup(destructor))) void *data = NULL;
    cudaMalloc(&data, 4096); // site: created
    cudaMemset(data, 0, 4096);
    cudaFree(data); // site: destroyed
    return 0;
}
