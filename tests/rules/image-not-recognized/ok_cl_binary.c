#include "cl_world.h"

/* What the driver gave out it takes back. */
int main(void)
{
    size_t size = 0;
    cl_int e, status;
    cl_world();
    cl_program program = cl_built(SCALE);
    unsigned char *binary = cl_binary_of(program, &size);
    cl_program again = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &size, (const unsigned char **)&binary, &status, &e);
    e |= clBuildProgram(again, 0, NULL, "", NULL, NULL);
    clReleaseProgram(again);
    clReleaseProgram(program);
    free(binary);
    cl_end();
    return e;
}
