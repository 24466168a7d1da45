#include "cl_world.h"

static char data[1024];

/* The part has the flags of its parent. */
int main(void)
{
    cl_int e;
    cl_buffer_region part = {0, sizeof data};
    cl_world();
    cl_mem parent = clCreateBuffer(cl_ctx, CL_MEM_HOST_READ_ONLY, 4096, NULL, &e);
    cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &e);
    clEnqueueWriteBuffer(cl_queue, sub, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: host-access-flags object=buffer
    clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
