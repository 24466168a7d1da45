#include "cl_world.h"

/* Kernels may only read the parent, the part asks for more. */
int main(void)
{
    cl_int e;
    cl_buffer_region part = {0, 1024};
    cl_world();
    cl_mem parent = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, 4096, NULL, &e);
    clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // expect: bad-flags arg=flags result=-30
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
