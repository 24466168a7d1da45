// options: --schedule shuffle=5
#include "kernel_streams.h"

/* The kernel that reads may run before the one that writes: that nothing was written yet is the same mistake. */
int main(void)
{
    two_streams();
    CUdeviceptr x, y = test_memory(4096, 0);
    cuCtxSynchronize();
    CUfunction fill = plain_kernel("fill"), sum = more_kernel("sum");
    for (int i = 0; i < 8; i++) {
        cuMemAlloc(&x, 4096);
        cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, a, (void *[]){ &x, &n, &v }, NULL); // site: related
        cuLaunchKernel(sum, 1, 1, 1, 32, 1, 1, 0, b, (void *[]){ &y, &x, &n }, NULL);  // expect: stream-race object=device-memory
        cuCtxSynchronize();
    }
    return 0;
}
