#include "cl_world.h"

/* The length is given in words. */
int main(void)
{
    cl_int e;
    cl_world();
    unsigned il[] = { 0x07230203, 0x00010000, 0, 10, 0, 2 << 16 | 17, 4, 2 << 16 | 17, 5, 3 << 16 | 14, 2, 2 };
    cl_program program = clCreateProgramWithIL(cl_ctx, il, sizeof il / sizeof *il, &e); // expect-soft: image-truncated arg=il accepted=none // expect-real: bad-device says=intermediate_language
    if (program) clReleaseProgram(program);
    cl_end();
    return 0;
}
