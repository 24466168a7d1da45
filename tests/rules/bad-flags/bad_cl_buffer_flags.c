#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem b = clCreateBuffer(cl_ctx, 1u << 20, 64, NULL, NULL); // expect: bad-flags arg=flags accepted=none
    if (b) clReleaseMemObject(b);
    cl_end();
    return 0;
}
