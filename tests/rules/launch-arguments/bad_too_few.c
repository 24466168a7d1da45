#include "../../cases/kernels.h"

/* The array has one element, and behind it stands something else. */
int main(void)
{
    int *d;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[2] = { &d, (void *)0x1234567 };
    return cudaLaunchKernel((const void *)store, (dim3){ 1, 1, 1 }, (dim3){ 32, 1, 1 }, args, 0, NULL); // expect-soft: launch-arguments arg=args
}
