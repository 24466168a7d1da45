#include "cl_world.h"

int main(void)
{
    cl_world();
    const char *t = SCALE;
    int u;
    cl_program p = clCreateProgramWithSource(cl_ctx, 1, &t, NULL, NULL);
    clBuildProgram(p, 1, &cl_device, "", NULL, &u); // expect: null-pointer arg=pfn_notify accepted=warning
    clReleaseProgram(p);
    cl_end();
    return 0;
}
