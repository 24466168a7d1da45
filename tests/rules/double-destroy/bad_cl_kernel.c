#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_kernel kernel = cl_kernel_of(SCALE, "scale"); // site: created
    clReleaseKernel(kernel); // site: destroyed
    clReleaseKernel(kernel); // expect: double-destroy arg=kernel object=kernel contained=1
    cl_end();
    return 0;
}
