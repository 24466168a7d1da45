#include "cl_world.h"

/* The kernel does not hold what is given to it: the buffer went between setting and launching. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_doubling(buffer);
    clReleaseMemObject(buffer); // site: destroyed
    cl_run(cl_queue, kernel, 1024); // expect: launch-freed-pointer arg=data object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
