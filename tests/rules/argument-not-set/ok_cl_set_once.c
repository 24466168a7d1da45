#include "cl_world.h"

/* Arguments stay set from launch to launch; a clone takes them along. */
int main(void)
{
    float two = 2;
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    e |= cl_run(cl_queue, kernel, 1024);
    e |= cl_run(cl_queue, kernel, 512);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
