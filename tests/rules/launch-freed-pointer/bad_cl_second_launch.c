#include "cl_world.h"

/* The same launch was right before. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 3; i++)
        cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseMemObject(buffer); // site: destroyed
    cl_run(cl_queue, kernel, 1024); // expect: launch-freed-pointer arg=data object=buffer
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
