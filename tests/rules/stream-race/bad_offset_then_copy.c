#include "kernel_streams.h"

/* A kernel fills a part that an argument chooses; the copy of that part does not wait for it. */
int main(void)
{
    two_streams();
    CUfunction fill_at = more_kernel("fill_at");
    CUdeviceptr x = test_memory(4096, 0);
    char *host = NULL;
    cuMemHostAlloc((void **)&host, 4096, 0);
    cuCtxSynchronize();
    unsigned offset = 512;
    ON(a, fill_at, &x, &offset, &n);                                // site: related
    cuMemcpyDtoHAsync(host, x + 512 * 4, 64, b);                    // expect: stream-race arg=srcDevice object=device-memory
    cuCtxSynchronize();
    return cuMemFreeHost(host);
}
