#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("table_at");
    size_t n = 3;
    LAUNCH(f, 1, 1, 0, &n);
    cuCtxSynchronize();
    return 0;
}
