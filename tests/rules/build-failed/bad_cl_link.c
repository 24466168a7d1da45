#include "cl_world.h"

/* The function that the kernel calls is in none of the parts. */
int main(void)
{
    const char *source = "float twice(float x);\nkernel void scale(global float *data) { data[0] = twice(data[0]); }\n";
    cl_int e;
    cl_world();
    cl_program part = clCreateProgramWithSource(cl_ctx, 1, &source, NULL, &e);
    clCompileProgram(part, 1, &cl_device, "", 0, NULL, NULL, NULL, NULL);
    clLinkProgram(cl_ctx, 1, &cl_device, "", 1, &part, NULL, NULL, &e); // expect: build-failed says=do_not_link
    clReleaseProgram(part);
    cl_end();
    return 0;
}
