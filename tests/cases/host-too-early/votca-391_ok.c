/* The repaired twin: the stream is waited for.
 * https://github.com/votca/xtp/issues/391 */
// options: --schedule late --host-guard always
#include "cuda_runtime.h"

int main(void)
{
    int *device, *host;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 16);
    cudaMemset(device, 0, 1 << 16);
    cudaDeviceSynchronize();
    cudaMallocHost((void **)&host, 1 << 16);
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(host, device, 1 << 16, cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) || host[0])
        return 1;
    return cudaStreamDestroy(stream) || cudaFreeHost(host) || cudaFree(device);
}
