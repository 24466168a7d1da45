#include "cl_world.h"

/* A kernel of a program that nobody has built. */
int main(void)
{
    const char *source = SCALE;
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e); // site: created
    clCreateKernel(program, "scale", &e); // expect: symbol-not-found object=program result=-45
    clReleaseProgram(program);
    cl_end();
    return 0;
}
