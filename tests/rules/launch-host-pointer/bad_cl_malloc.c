#include "cl_world.h"

/* The address of a block of the program, where a memory object belongs. */
int main(void)
{
    float two = 2;
    cl_world();
    float *data = calloc(1024, sizeof *data);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof data, &data); // expect: launch-host-pointer arg=arg_value contained=1
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clReleaseKernel(kernel);
    cl_end();
    free(data);
    return 0;
}
