/* The repaired twin: the part ends where the buffer ends.
 * https://github.com/pmodels/mpich/issues/7819 */
#include "cuda_runtime.h"

int main(void)
{
    char *message, *host;
    cudaStream_t s;
    return cudaMalloc((void **)&message, 3368) || cudaMallocHost((void **)&host, 4096) || cudaStreamCreate(&s) ||
           cudaMemset(message, 0, 3368) || cudaMemcpyAsync(host, message + 1880, 1488, cudaMemcpyDeviceToHost, s) ||
           cudaStreamSynchronize(s) || cudaStreamDestroy(s) || cudaFreeHost(host) || cudaFree(message);
}
