#include "cl_world.h"

/* A part of a part. */
int main(void)
{
    cl_int e;
    cl_buffer_region part = {0, 4096};
    cl_world();
    cl_mem parent = cl_buffer(8192);
    cl_mem sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // site: created
    clCreateSubBuffer(sub, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // expect: wrong-type-handle arg=buffer object=buffer result=-38
    clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
