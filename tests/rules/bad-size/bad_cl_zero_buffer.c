#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 0, NULL, &e); // expect: bad-size arg=size result=-61
    cl_end();
    return 0;
}
