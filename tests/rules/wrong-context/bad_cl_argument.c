#include "cl_world.h"

/* PoCL takes it; on a GPU the address means something else. */
int main(void)
{
    cl_int e;
    float two = 2;
    cl_world();
    cl_context other = cl_new_context();
    cl_mem buffer = clCreateBuffer(other, CL_MEM_READ_WRITE, 4096, NULL, &e); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer); // expect: wrong-context arg=arg_value object=buffer
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    clReleaseContext(other);
    cl_end();
    return 0;
}
