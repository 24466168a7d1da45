#include "cl_world.h"

/* The same launch was right before. */
int main(void)
{
    float two = 2;
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    cl_mem buffer = cl_buffer(4096); // site: created
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    for (int i = 0; i < 3; i++)
        cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseMemObject(buffer); // site: destroyed
    cl_run(cl_queue, kernel, 1024); // expect: launch-freed-pointer arg=data object=buffer
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
