#include "kernel_streams.h"

/* Two kernels read one table, and add atomically to one total. */
int main(void)
{
    two_streams();
    CUfunction sum = more_kernel("sum"), count = plain_kernel("count");
    CUdeviceptr x = test_memory(64, 1), total = test_memory(4, 0);
    cuCtxSynchronize();
    ON(a, sum, &total, &x, &n);
    ON(b, sum, &total, &x, &n);
    ON(a, count, &total);
    return cuCtxSynchronize();
}
