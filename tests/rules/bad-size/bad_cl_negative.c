#include "cl_world.h"

/* The count of elements is computed from a length that nobody checked. */
int main(void)
{
    cl_int e;
    int count = 0;
    cl_world();
    clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, (count - 1) * sizeof(float), NULL, &e); // expect: bad-size arg=size result=-61
    cl_end();
    return 0;
}
