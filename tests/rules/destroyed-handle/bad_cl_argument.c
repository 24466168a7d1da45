#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clReleaseMemObject(buffer); // site: destroyed
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer); // expect: destroyed-handle arg=arg_value object=buffer state=destroyed
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
