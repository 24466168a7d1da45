#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4096, NULL, &e); // expect: bad-flags arg=flags result=-30
    cl_end();
    return 0;
}
