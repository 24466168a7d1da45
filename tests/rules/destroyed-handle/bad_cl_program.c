#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_program program = cl_built(SCALE); // site: created
    clReleaseProgram(program); // site: destroyed
    clCreateKernel(program, "scale", &e); // expect: destroyed-handle arg=program object=program contained=1 result=-44
    cl_end();
    return 0;
}
