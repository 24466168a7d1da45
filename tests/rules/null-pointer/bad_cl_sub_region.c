#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_mem p = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, NULL); // expect: null-pointer arg=buffer_create_info accepted=warning
    if (p) clReleaseMemObject(p);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
