#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, buffer); // expect: launch-arguments arg=arg_value object=buffer contained=1
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
