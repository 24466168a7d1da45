#include "cl_world.h"

/* 1024 floats are promised, 1024 bytes are there. */
int main(void)
{
    cl_int e;
    cl_world();
    float *data = calloc(1024, 1); // site: created
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_COPY_HOST_PTR, 1024 * sizeof *data, data, &e); // expect: host-overrun arg=host_ptr object=host-memory
    if (buffer)
        clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
