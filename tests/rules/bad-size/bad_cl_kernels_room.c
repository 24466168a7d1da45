#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_program p = cl_built("kernel void a(global int *x) { *x = 1; } kernel void b(global int *x) { *x = 2; }");
    cl_kernel k[1] = { NULL };
    clCreateKernelsInProgram(p, 1, k, NULL); // expect: bad-size arg=num_kernels accepted=none
    clReleaseProgram(p);
    cl_end();
    return 0;
}
