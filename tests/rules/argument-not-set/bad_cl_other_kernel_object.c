#include "cl_world.h"

/* Two kernel objects of one function: each has arguments of its own. */
int main(void)
{
    float two = 2;
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_program program = cl_built(SCALE);
    cl_kernel first = clCreateKernel(program, "scale", &e);
    cl_kernel second = clCreateKernel(program, "scale", &e); // site: created
    clSetKernelArg(first, 0, sizeof buffer, &buffer);
    clSetKernelArg(first, 1, sizeof two, &two);
    clSetKernelArg(second, 1, sizeof two, &two);
    cl_run(cl_queue, second, 1024); // expect: argument-not-set arg=data object=kernel result=-52
    clReleaseKernel(first);
    clReleaseKernel(second);
    clReleaseProgram(program);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
