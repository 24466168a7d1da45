#include "../../cases/kernels.h"

/* The allocation fails for its argument, and the kernel gets what it left behind. */
int main(void)
{
    int *p = NULL;
    unsigned n = 32;
    case_kernels();
    cudaMalloc((void **)&p, (size_t)-4); // site-soft: related // expect-real: bad-size
    LAUNCH(store, 1, 32, 0, 0, &p, &n); // expect-soft: kernel-out-of-bounds
    return cudaDeviceSynchronize(); // expect-real: earlier-fault
}
