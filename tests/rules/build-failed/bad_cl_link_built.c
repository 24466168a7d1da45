#include "cl_world.h"

/* clBuildProgram compiles and links: what it makes is linked already. */
int main(void)
{
    cl_world();
    const char *t = SCALE;
    cl_program p = clCreateProgramWithSource(cl_ctx, 1, &t, NULL, NULL);
    clBuildProgram(p, 1, &cl_device, "", NULL, NULL);
    cl_program l = clLinkProgram(cl_ctx, 1, &cl_device, "", 1, &p, NULL, NULL, NULL); // expect: build-failed arg=input_programs object=program contained=1 says=executables_cannot_be_linked
    if (l) clReleaseProgram(l);
    clReleaseProgram(p);
    cl_end();
    return 0;
}
