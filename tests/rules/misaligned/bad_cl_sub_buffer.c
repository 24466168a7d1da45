#include "cl_world.h"

/* One float further than the device can start a buffer. */
int main(void)
{
    cl_int e;
    cl_buffer_region part = {4, 1024};
    cl_world();
    cl_mem parent = cl_buffer(4096); // site: created
    cl_mem sub = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // expect: misaligned arg=buffer_create_info->origin accepted=warning
    if (sub)
        clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
