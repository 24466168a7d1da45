// exit: 0
#include "cl_world.h"

/* Two buffers of one length for the driver; only the shorter one is left, by the second of two kernels, and nobody waits before its end. */
int main(void)
{
    cl_int zero = 0;
    cl_world();
    cl_mem from = cl_buffer(120), to = cl_buffer(96); // site: created
    cl_kernel copy = cl_kernel_of("kernel void copy(global const int *from, global int *to) { to[get_global_id(0)] = from[get_global_id(0)]; }", "copy");
    clEnqueueFillBuffer(cl_queue, from, &zero, sizeof zero, 0, 120, 0, NULL, NULL);
    clSetKernelArg(copy, 0, sizeof from, &from);
    clSetKernelArg(copy, 1, sizeof to, &to);
    cl_run(cl_queue, copy, 24);
    clFinish(cl_queue);
    cl_run(cl_queue, copy, 30); // expect-soft: kernel-out-of-bounds arg=to object=buffer
    cl_int answer[30], e = clEnqueueReadBuffer(cl_queue, from, CL_TRUE, 0, 120, answer, 0, NULL, NULL);
    clReleaseKernel(copy);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return e;
}
