#include "cl_world.h"

int main(void)
{
    cl_kernel kernels[2];
    cl_uint count = 0;
    cl_world();
    cl_program program = cl_built("kernel void a(global int *x) { x[0] = 1; } kernel void b(global int *x) { x[0] = 2; }");
    cl_int e = clCreateKernelsInProgram(program, 2, kernels, &count);
    clReleaseKernel(kernels[0]);
    clReleaseKernel(kernels[1]);
    clReleaseProgram(program);
    cl_end();
    return e || count != 2;
}
