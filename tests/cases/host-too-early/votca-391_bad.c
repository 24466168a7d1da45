/* Seen: wrong numbers now and then.
 * Was: the host reads the result of an asynchronous copy without waiting for the stream.
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
    cudaMallocHost((void **)&host, 1 << 16); // site: created
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(host, device, 1 << 16, cudaMemcpyDeviceToHost, stream); // site: related
    int first = host[0]; // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(device);
    return first == 12345;
}
