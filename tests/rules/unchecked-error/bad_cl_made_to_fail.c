// options: --fail clCreateBuffer=CL_MEM_OBJECT_ALLOCATION_FAILURE
#include "cl_world.h"

/* The buffer is never made, and nobody looks. */
int main(void)
{
    static char data[4096];
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof data, NULL, &e); // site: related
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: unchecked-error arg=buffer says=clCreateBuffer_was_made_to_fail
    cl_end();
    return 0;
}
