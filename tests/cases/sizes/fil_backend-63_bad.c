/* Seen: cudaErrorInvalidValue while a model server moves a tensor.
 * Was: the size field said 512,000 bytes, the allocation had 256,000.
 * https://github.com/triton-inference-server/fil_backend/pull/63 */
#include "cuda_runtime.h"

struct tensor { void *data; size_t bytes; };

static char input[512000];

int main(void)
{
    struct tensor tensor = { NULL, 512000 };
    cudaMalloc(&tensor.data, 256000); // site: created
    cudaMemcpyAsync(tensor.data, input, tensor.bytes, cudaMemcpyHostToDevice, 0); // expect: range-overflow arg=count object=device-memory
    cudaFree(tensor.data);
    return 0;
}
