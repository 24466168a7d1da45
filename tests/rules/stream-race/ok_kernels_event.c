#include "kernel_streams.h"

int main(void)
{
    two_streams();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    CUdeviceptr x = test_memory(64, 0), total = test_memory(4, 0);
    cuCtxSynchronize();
    for (int i = 0; i < 40; i++) {
        ON(a, fill, &x, &n, &v);
        AFTER(b, a);
        ON(b, sum, &total, &x, &n);
        AFTER(a, b);
    }
    return cuCtxSynchronize();
}
