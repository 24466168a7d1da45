#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_buffer_region r = { 0, 32 };
    clReleaseMemObject(buffer);
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &r, NULL); // expect: destroyed-handle arg=buffer object=buffer contained=1
    (void)part;
    cl_end();
    return 0;
}
