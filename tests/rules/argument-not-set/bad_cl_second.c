#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 1024); // expect: argument-not-set arg=factor object=kernel result=-52
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
