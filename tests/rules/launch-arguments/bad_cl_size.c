#include "cl_world.h"

/* A double where the kernel takes a float. */
int main(void)
{
    double two = 2;
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale"); // site: created
    clSetKernelArg(kernel, 1, sizeof two, &two); // expect: launch-arguments arg=arg_size object=kernel result=-51
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
