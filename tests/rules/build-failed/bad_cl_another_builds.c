#include "cl_world.h"

/* That another program builds says nothing for this one. */
int main(void)
{
    static const char *source = "kernel void one(global int *a) { no_such_function(a); }\n", *other = SCALE;
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e), second = clCreateProgramWithSource(cl_ctx, 1, &other, NULL, &e);
    e = clBuildProgram(program, 1, &cl_device, "", NULL, NULL); // expect: build-failed object=program says=does_not_compile
    if (e)
        fprintf(stderr, "one is left out\n");
    e = clBuildProgram(second, 1, &cl_device, "", NULL, NULL);
    clReleaseProgram(program);
    clReleaseProgram(second);
    cl_end();
    return e;
}
