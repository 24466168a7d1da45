#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4096, NULL, &e); // expect: bad-flags arg=flags result=-30
    cl_end();
    return 0;
}
