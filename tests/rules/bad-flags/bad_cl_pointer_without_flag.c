#include "cl_world.h"

static float data[1024];

/* Meant to be copied, but no flag says so. */
int main(void)
{
    cl_int e;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof data, data, &e); // expect: bad-flags arg=flags result=-37
    cl_end();
    return 0;
}
