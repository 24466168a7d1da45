#include "cl_world.h"

int main(void)
{
    cl_world();
    const char *list[] = { SCALE, NULL };
    cl_program p = clCreateProgramWithSource(cl_ctx, 2, list, NULL, NULL); // expect: null-pointer arg=strings accepted=warning
    if (p) clReleaseProgram(p);
    cl_end();
    return 0;
}
