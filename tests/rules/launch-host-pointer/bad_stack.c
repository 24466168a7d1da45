#include "test_kernels.h"

int main(void)
{
    CUfunction f = test_kernel("fill");
    int local[64] = { 0 };
    int *p = local;
    unsigned n = 0, v = 1;
    LAUNCH(f, 1, 32, 0, &p, &n, &v);        // expect: launch-host-pointer arg=p object=host-memory severity=warning
    return cuCtxSynchronize();
}
