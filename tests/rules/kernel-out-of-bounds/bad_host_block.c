// unseen on a GPU: the launch is told of
#include "test_kernels.h"
#include <stdlib.h>

int main(void)
{
    CUfunction f = test_kernel("fill");
    unsigned n = 1, v = 3;
    int *h = malloc(64); // site: created
    CUdeviceptr p = (CUdeviceptr)(size_t)h;
    LAUNCH(f, 1, 1, 0, &p, &n, &v); // expect-soft: kernel-out-of-bounds object=host-memory
    cuCtxSynchronize();
    return 0;
}
