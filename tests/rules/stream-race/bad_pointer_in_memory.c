#include "kernel_streams.h"

/* The kernel takes the address of the buffer from memory. */
int main(void)
{
    two_streams();
    CUfunction indirect = plain_kernel("indirect");
    CUdeviceptr table = test_memory(64, 0), x = test_memory(4096, 0);
    uint64_t offset = 64;
    void *host = NULL;
    cuMemHostAlloc(&host, 4096, 0);
    cuMemcpyHtoD(table, &x, sizeof x);
    cuCtxSynchronize();
    ON(a, indirect, &table, &offset);           // site: related
    cuMemcpyDtoHAsync(host, x, 64, b);          /* the bytes in front */
    cuMemcpyDtoHAsync(host, x, 4096, b);        // expect-soft: stream-race arg=srcDevice
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
