#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 1, sizeof(float), NULL); // expect: launch-arguments arg=arg_value object=kernel result=-50
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
