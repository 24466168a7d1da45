#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *out, local float *scratch) { scratch[0] = 1; out[0] = scratch[0]; }", "sum");
    clSetKernelArg(kernel, 1, 0, NULL); // expect: launch-arguments arg=arg_size object=kernel result=-51
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
