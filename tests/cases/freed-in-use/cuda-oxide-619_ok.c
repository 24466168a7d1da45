/* The repaired twin: the freeing stream waits for the last use.
 * https://github.com/NVlabs/cuda-oxide/issues/619 */
#include "../kernels.h"

int main(void)
{
    int *p, n = 64;
    cudaStream_t allocates, uses;
    cudaEvent_t done;
    case_kernels();
    cudaStreamCreate(&allocates);
    cudaStreamCreate(&uses);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocAsync((void **)&p, 256, allocates);
    cudaStreamSynchronize(allocates);
    LAUNCH(store, 1, 64, 0, uses, &p, &n);
    cudaEventRecord(done, uses);
    cudaStreamWaitEvent(allocates, done, 0);
    return cudaFreeAsync(p, allocates) || cudaDeviceSynchronize() || cudaEventDestroy(done) || cudaStreamDestroy(allocates) ||
           cudaStreamDestroy(uses);
}
