/* Seen: deadlock: the first launch of a kernel loads its code and waits for a persistent kernel.
 * Is: under this tool the second kernel must not wait for anything of ours either.
 * https://github.com/uccl-project/uccl/pull/220 */
#include "../kernels.h"

int main(void)
{
    volatile int *flag;
    void *seen;
    cudaStream_t persistent, other;
    case_kernels();
    cudaHostAlloc((void **)&flag, 4096, cudaHostAllocMapped);
    flag[0] = 0;
    cudaHostGetDevicePointer(&seen, (void *)flag, 0);
    cudaStreamCreateWithFlags(&persistent, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    LAUNCH(wait_flag, 1, 1, 0, persistent, &seen);
    LAUNCH(empty, 1, 1, 0, other, NULL);
    if (cudaStreamSynchronize(other))
        return 1;
    flag[0] = 1;
    return cudaStreamSynchronize(persistent) || cudaStreamDestroy(other) || cudaStreamDestroy(persistent) || cudaFreeHost((void *)flag);
}
