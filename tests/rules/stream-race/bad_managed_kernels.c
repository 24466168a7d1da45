#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill");
    CUdeviceptr x = 0;
    cuMemAllocManaged(&x, 4096, CU_MEM_ATTACH_GLOBAL);
    ON(a, fill, &x, &n, &v);        // site: related
    ON(b, fill, &x, &n, &v);        // expect: stream-race object=managed-memory
    cuCtxSynchronize();
    return cuMemFree(x);
}
