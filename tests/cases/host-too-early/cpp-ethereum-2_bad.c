/* Seen: results are missed.
 * Was: the buffer is refilled for the next round while the copy of this one may still read it.
 * https://github.com/Genoil/cpp-ethereum/pull/2 */
// options: --schedule late --host-guard always
#include "cuda_runtime.h"

int main(void)
{
    int *device, *host;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 16);
    cudaMallocHost((void **)&host, 1 << 16); // site: created
    memset(host, 1, 1 << 16);
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(device, host, 1 << 16, cudaMemcpyHostToDevice, stream); // site: related
    host[0] = 7; // expect: host-write-in-flight object=pinned-memory
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(device);
    return 0;
}
