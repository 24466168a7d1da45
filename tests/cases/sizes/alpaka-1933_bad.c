/* Seen: asynchronous copy fails with "invalid argument" as soon as arrays reach 2.1 GB.
 * Was: the size in bytes was kept in an int and became negative.
 * https://github.com/alpaka-group/alpaka/issues/1933 */
#include "cuda_runtime.h"

int main(void)
{
    static char host[4096];
    void *device;
    int elements = 600 * 1000 * 1000, bytes = (int)((unsigned)elements * 4u);
    cudaMalloc(&device, 4096);
    cudaMemcpyAsync(device, host, (size_t)bytes, cudaMemcpyHostToDevice, 0); // expect: bad-size arg=count result=1
    cudaFree(device);
    return 0;
}
