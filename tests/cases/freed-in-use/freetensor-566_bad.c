/* Seen: wrong results.
 * Was: memory is freed in the order of one stream and used on another afterwards.
 * https://github.com/roastduck/FreeTensor/pull/566 */
#include "cuda_runtime.h"

int main(void)
{
    void *p;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocAsync(&p, 4096, a); // site: created
    cudaStreamSynchronize(a);
    cudaFreeAsync(p, a); // site: destroyed
    cudaMemsetAsync(p, 0, 4096, b); // expect: use-after-free arg=devPtr object=device-memory state=freed
    cudaDeviceSynchronize();
    return 0;
}
