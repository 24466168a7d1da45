#include "cl_world.h"

/* Bindings look for attributes of their own among the kernels. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_program program = cl_built(SCALE);
    cl_kernel none = clCreateKernel(program, "_source", &e);
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    cl_end();
    return none || e != CL_INVALID_KERNEL_NAME;
}
