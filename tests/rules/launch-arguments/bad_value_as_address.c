/* The list of a launch holds a number itself, which lies where nothing is mapped, for the parameter that is no pointer. */
#include "../../cases/kernels.h"

int main(void)
{
    int *d;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { &d, (void *)0x7000000000000 };
    cudaLaunchKernel(store, (dim3){ 1, 1, 1 }, (dim3){ 32, 1, 1 }, args, 0, 0); // expect: launch-arguments contained=1 arg=args says=nothing_is_mapped_there
    return 0;
}
