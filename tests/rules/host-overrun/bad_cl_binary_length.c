#include "cl_world.h"

int main(void)
{
    cl_int e, status;
    cl_world();
    cl_program program = cl_built(SCALE), again;
    size_t size = 0, wrong;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    unsigned char *binary = malloc(size); // site: created
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    wrong = size + 5000;
    again = clCreateProgramWithBinary(cl_ctx, 1, &cl_device, &wrong, (const unsigned char **)&binary, &status, &e); // expect: host-overrun arg=binaries object=host-memory
    if (again) clReleaseProgram(again);
    clReleaseProgram(program);
    free(binary);
    cl_end();
    return 0;
}
