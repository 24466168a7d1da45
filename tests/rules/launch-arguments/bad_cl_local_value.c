#include "cl_world.h"

/* Local memory has a size, but no value. */
int main(void)
{
    float scratch[64] = {0};
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *out, local float *scratch) { scratch[0] = 1; out[0] = scratch[0]; }", "sum");
    clSetKernelArg(kernel, 1, sizeof scratch, scratch); // expect: launch-arguments arg=arg_value object=kernel result=-50
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
