/* Seen: cudaMemcpy fails for some inputs.
 * Was: the row before the first one was read: index j - 1 with j = 0, an address before the allocation.
 * https://github.com/src-d/kmcuda/issues/60 */
#include "cuda_runtime.h"

int main(void)
{
    char row[512], *samples;
    int j = 0;
    cudaMalloc((void **)&samples, 16 * 512);
    cudaMemcpy(row, samples + (j - 1) * 512, 512, cudaMemcpyDeviceToHost); // expect: unknown-pointer arg=src result=1
    cudaFree(samples);
    return 0;
}
