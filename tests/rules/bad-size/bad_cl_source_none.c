#include "cl_world.h"

int main(void)
{
    cl_world();
    const char *list[] = { SCALE };
    cl_program p = clCreateProgramWithSource(cl_ctx, 0, list, NULL, NULL); // expect: bad-size arg=count accepted=warning
    if (p) clReleaseProgram(p);
    cl_end();
    return 0;
}
