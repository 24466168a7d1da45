#include "cl_world.h"

static char data[4096];

/* In the parent there would be room. */
int main(void)
{
    cl_int e;
    cl_buffer_region part = {4096, 1024};
    cl_world();
    cl_mem parent = cl_buffer(16384);
    cl_mem sub = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // site: created
    clEnqueueWriteBuffer(cl_queue, sub, CL_TRUE, 0, 4096, data, 0, NULL, NULL); // expect: range-overflow arg=size object=buffer result=-30
    clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
