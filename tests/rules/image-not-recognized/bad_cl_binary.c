#include "cl_world.h"

/* The source where a binary belongs. */
int main(void)
{
    const unsigned char *binary = (const unsigned char *)SCALE;
    size_t size = sizeof SCALE;
    cl_int e, status;
    cl_world();
    cl_program program = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &size, &binary, &status, &e); // expect: image-not-recognized arg=binaries result=-42 accepted=warning
    if (program)
        clReleaseProgram(program);
    cl_end();
    return 0;
}
