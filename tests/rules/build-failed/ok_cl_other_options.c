#include "cl_world.h"

/* What the fast way needs is not there: the program looks at the result, and builds the same source in the plain way. */
int main(void)
{
    static const char *source = "#ifdef FAST\nkernel void one(global int *a) { no_such_function(a); }\n#else\nkernel void one(global int *a) { a[0] = 1; }\n#endif\n";
    cl_int e;
    cl_world();
    cl_program program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
    if (clBuildProgram(program, 1, &cl_device, "-DFAST", NULL, NULL)) {
        clReleaseProgram(program);
        program = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
        e |= clBuildProgram(program, 1, &cl_device, "", NULL, NULL);
    }
    clReleaseProgram(program);
    cl_end();
    return e;
}
