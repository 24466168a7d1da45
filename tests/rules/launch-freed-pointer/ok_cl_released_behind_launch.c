#include "cl_world.h"

/* Released at once behind the launch: what is enqueued keeps the buffer. */
int main(void)
{
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096), other = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    e |= cl_run(cl_queue, kernel, 1024);
    clReleaseMemObject(buffer);
    clSetKernelArg(kernel, 0, sizeof other, &other);
    e |= cl_run(cl_queue, kernel, 1024);
    clReleaseMemObject(other);
    clReleaseKernel(kernel);
    clFinish(cl_queue);
    cl_end();
    return e;
}
