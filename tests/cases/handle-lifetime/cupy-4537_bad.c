/* Seen: freeAsync fails with cudaErrorInvalidResourceHandle in Python and cudaErrorContextIsDestroyed in C.
 * Was: the stream that the memory remembers has been destroyed.
 * https://github.com/cupy/cupy/pull/4537 */
#include "cuda_runtime.h"

int main(void)
{
    cudaStream_t s;
    void *p;
    cudaStreamCreate(&s); // site: created
    cudaMallocAsync(&p, 1024, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s); // site: destroyed
    cudaFreeAsync(p, s); // expect: destroyed-handle arg=hStream object=stream state=destroyed
    return 0;
}
