/* The list of a launch holds the device pointer itself, not the address of the variable that holds it: the runtime reads the
   value of the argument through it. */
#include "../../cases/kernels.h"

int main(void)
{
    int *d;
    unsigned n = 0;
    case_kernels();
    cudaMalloc((void **)&d, 4096);
    void *args[] = { d, &n };
    cudaLaunchKernel(store, (dim3){ 1, 1, 1 }, (dim3){ 32, 1, 1 }, args, 0, 0); // expect: launch-arguments arg=args says=device_memory
    return 0;
}
