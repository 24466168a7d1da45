#include "cl_world.h"

int main(void)
{
    cl_world();
    char data[64] = "";
    cl_mem b = clCreateBuffer(cl_ctx, CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR, 64, data, NULL); // expect: bad-flags arg=flags
    if (b) clReleaseMemObject(b);
    cl_end();
    return 0;
}
