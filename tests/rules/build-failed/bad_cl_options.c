#include "cl_world.h"

int main(void)
{
    const char *source = SCALE;
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e); // site: created
    clBuildProgram(program, 1, &cl_device, "-cl-fast-relaxed-maths", NULL, NULL); // expect-soft: build-failed arg=options object=program // expect-real: build-failed object=program
    clReleaseProgram(program);
    cl_end();
    return 0;
}
