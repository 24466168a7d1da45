// options: --schedule shuffle=1
#include "kernel_streams.h"

/* Nothing orders the kernel with the stream that fills the memory and frees it: that it was used after the free is the same mistake. */
int main(void)
{
    CUdeviceptr x;
    CUevent made;
    two_streams();
    cuEventCreate(&made, CU_EVENT_DISABLE_TIMING);
    CUfunction fill = plain_kernel("fill");
    cuMemAllocAsync(&x, 4096, a);
    cuEventRecord(made, a);
    cuStreamWaitEvent(b, made, 0);
    cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, a, (void *[]){ &x, &n, &v }, NULL); // site: related
    cuMemsetD32Async(x, 0, 16, b);              // expect: stream-race arg=dstDevice
    cuStreamSynchronize(b);
    cuMemFreeAsync(x, b);
    cuStreamSynchronize(b);
    cuCtxSynchronize();
    return 0;
}
