/* Seen: asynchronous copy of a message part fails with "invalid argument"; found by bisection and printed address ranges.
 * Was: 1504 bytes read from offset 1880 of a 3368-byte buffer, 16 bytes too far.
 * https://github.com/pmodels/mpich/issues/7819 */
#include "cuda_runtime.h"

int main(void)
{
    char *message, *host;
    cudaStream_t s;
    cudaMalloc((void **)&message, 3368); // site: created
    cudaMallocHost((void **)&host, 4096);
    cudaStreamCreate(&s);
    cudaMemcpyAsync(host, message + 1880, 1504, cudaMemcpyDeviceToHost, s); // expect: range-overflow arg=count object=device-memory result=1
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFreeHost(host);
    cudaFree(message);
    return 0;
}
