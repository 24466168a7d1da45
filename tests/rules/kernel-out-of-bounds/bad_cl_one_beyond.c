// exit: 0
#include "cl_world.h"

/* One work-item too many, and then one too few on the other side: the program goes on each time, on PoCL. */
int main(void)
{
    cl_int before = -1;
    float sum[1024];
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_doubling(buffer);
    cl_run(cl_queue, kernel, 1025); // expect-soft: kernel-out-of-bounds arg=data object=buffer says=past_the_end
    clFinish(cl_queue);
    cl_kernel shifted = cl_kernel_of("kernel void shifted(global float *from, int by) { from[(int)get_global_id(0) + by] = 1; }", "shifted");
    clSetKernelArg(shifted, 0, sizeof buffer, &buffer);
    clSetKernelArg(shifted, 1, sizeof before, &before);
    cl_run(cl_queue, shifted, 1024); // expect-soft: kernel-out-of-bounds arg=from object=buffer says=before_the_start
    clFinish(cl_queue);
    cl_int e = clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof sum, sum, 0, NULL, NULL);
    clReleaseKernel(kernel);
    clReleaseKernel(shifted);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
