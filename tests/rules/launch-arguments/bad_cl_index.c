#include "cl_world.h"

int main(void)
{
    float two = 2;
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale"); // site: created
    clSetKernelArg(kernel, 2, sizeof two, &two); // expect: launch-arguments arg=arg_index object=kernel result=-49
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
