#include "cl_world.h"

/* Local memory is what this was meant for; NVIDIA's driver copies 256 bytes into room for eight. */
int main(void)
{
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *data, local float *part) { part[0] = data[0]; }", "sum");
    clSetKernelArg(kernel, 0, 256, NULL); // expect: launch-arguments arg=arg_size object=kernel contained=1 result=-51
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
