#include "cl_world.h"

int main(void)
{
    float two = 2;
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale"); // site: created
    clReleaseKernel(kernel); // site: destroyed
    clSetKernelArg(kernel, 1, sizeof two, &two); // expect: destroyed-handle arg=kernel object=kernel contained=1 result=-48
    cl_end();
    return 0;
}
