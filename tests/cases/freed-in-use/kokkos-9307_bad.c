/* Seen: wrong values since CUDA 12: cudaFree used to wait for the whole device.
 * Was: cudaFree was taken for a wait; the non-blocking stream's copy has not ended when the host reads.
 * https://github.com/kokkos/kokkos/issues/9307 */
// options: --schedule late --host-guard always
// gap: cudaFree counts as a wait for the whole device
#include "cuda_runtime.h"

int main(void)
{
    int *device, *host;
    void *scratch;
    cudaStream_t stream;
    cudaMalloc((void **)&device, 1 << 16);
    cudaMemset(device, 0, 1 << 16);
    cudaMalloc(&scratch, 64);
    cudaDeviceSynchronize();
    cudaMallocHost((void **)&host, 1 << 16);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(host, device, 1 << 16, cudaMemcpyDeviceToHost, stream); // site: related
    cudaFree(scratch);
    int first = host[0]; // expect: host-read-in-flight object=pinned-memory
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(device);
    return first == 12345;
}
