#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_program program = cl_built(SCALE); // site: created
    clCreateKernel(program, "Scale", &e); // expect: symbol-not-found arg=kernel_name object=program result=-46
    clReleaseProgram(program);
    cl_end();
    return 0;
}
