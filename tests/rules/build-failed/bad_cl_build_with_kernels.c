#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_program p = cl_built(SCALE);
    cl_kernel k = clCreateKernel(p, "scale", NULL);
    clBuildProgram(p, 1, &cl_device, "-DX", NULL, NULL); // expect: build-failed arg=program object=program accepted=none
    clReleaseKernel(k);
    clReleaseProgram(p);
    cl_end();
    return 0;
}
