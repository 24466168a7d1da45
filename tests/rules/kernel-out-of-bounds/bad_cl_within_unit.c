// exit: 0
#include "cl_world.h"

/* Buffers whose size is no multiple of what the driver allocates in: a work-item too many stays in the driver's memory. */
int main(void)
{
    cl_world();
    cl_mem small = cl_buffer(100), large = cl_buffer(4100); // site: created
    cl_kernel kernel = cl_doubling(small);
    cl_run(cl_queue, kernel, 26); // expect-soft: kernel-out-of-bounds arg=data object=buffer from=102 says=past_the_end
    clFinish(cl_queue);
    cl_run(cl_queue, kernel, 25);
    clFinish(cl_queue);
    clSetKernelArg(kernel, 0, sizeof large, &large);
    cl_run(cl_queue, kernel, 1030); // expect-soft: kernel-out-of-bounds arg=data object=buffer says=4100_bytes
    clReleaseKernel(kernel);
    cl_int e = clFinish(cl_queue);
    clReleaseMemObject(small);
    clReleaseMemObject(large);
    cl_end();
    return e;
}
