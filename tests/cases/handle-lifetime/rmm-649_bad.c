/* Seen: memory is used again too early.
 * Was: streams are told apart by handle; a new stream had the same value as a destroyed one.
 * https://github.com/rapidsai/rmm/issues/649 */
#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t old, fresh;
    void *p;
    cudaMalloc(&p, 64);
    cudaStreamCreate(&old); // site: created
    cudaStreamDestroy(old); // site: destroyed
    cudaStreamCreate(&fresh);
    cudaMemsetAsync(p, 0, 64, old); // expect: destroyed-handle arg=stream object=stream state=destroyed
    cudaStreamDestroy(fresh);
    cudaFree(p);
    return 0;
}
