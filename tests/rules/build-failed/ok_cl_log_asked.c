#include "cl_world.h"

/* Builds, with a log that has warnings in it at most. */
int main(void)
{
    static char log[65536];
    const char *source = "kernel void scale(global float *data) { int unused; data[0] = 1; }";
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
    e |= clBuildProgram(program, 1, &cl_device, "-cl-mad-enable", NULL, NULL);
    clGetProgramBuildInfo(program, cl_device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    clReleaseProgram(program);
    cl_end();
    return e;
}
