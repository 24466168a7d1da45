#include "cl_world.h"

int main(void)
{
    cl_world();
    const char *t = SCALE;
    cl_program p = clCreateProgramWithSource(cl_ctx, 1, &t, NULL, NULL);
    cl_program l = clLinkProgram(cl_ctx, 1, &cl_device, "", 1, &p, NULL, NULL, NULL); // expect: build-failed arg=input_programs object=program accepted=none
    if (l) clReleaseProgram(l);
    clReleaseProgram(p);
    cl_end();
    return 0;
}
