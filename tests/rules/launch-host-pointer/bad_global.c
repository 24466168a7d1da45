#include "test_kernels.h"

static int table_of_host[64] = { 1, 2, 3 };

int main(void)
{
    CUfunction f = test_kernel("fill");
    int *p = table_of_host;
    unsigned n = 0, v = 1;
    LAUNCH(f, 1, 32, 0, &p, &n, &v);        // expect: launch-host-pointer arg=p object=host-memory severity=warning
    return cuCtxSynchronize();
}
