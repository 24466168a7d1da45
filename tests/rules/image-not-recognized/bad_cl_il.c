#include "cl_world.h"

int main(void)
{
    cl_world();
    char junk[64] = "not SPIR-V";
    cl_int s;
    cl_program p = clCreateProgramWithIL(cl_ctx, junk, sizeof junk, &s); // expect-soft: image-not-recognized arg=il accepted=none // expect-real: bad-device says=intermediate_language
    if (p) clReleaseProgram(p);
    cl_end();
    return 0;
}
