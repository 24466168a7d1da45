#include "cl_world.h"

/* Without a checker of kernels the driver's thread dies far from every buffer: what ran is known. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of("kernel void far(global int *data, ulong at) { data[at + get_global_id(0)] = 1; }", "far");
    cl_ulong at = 1ul << 40;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof at, &at);
    alarm(10);
    cl_run(cl_queue, kernel, 1024); // expect-soft: kernel-out-of-bounds
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
