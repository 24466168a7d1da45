/* Seen: a count that is -1 at random.
 * Was: an asynchronous copy into a variable on the stack, returned without waiting for the stream.
 * https://github.com/rapidsai/cudf/issues/2755 */
// options: --schedule late --host-guard always
#include "cuda_runtime.h"

__attribute__((noinline)) static int null_count(const int *device, cudaStream_t stream)
{
    int count = -1;
    cudaMemcpyAsync(&count, device, sizeof count, cudaMemcpyDeviceToHost, stream); // expect: host-use-after-free arg=dst severity=warning
    return count;
}

int main(void)
{
    int *device, got;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 64);
    cudaMemset(device, 0, 64);
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    got = null_count(device, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(device);
    return got == 12345;
}
