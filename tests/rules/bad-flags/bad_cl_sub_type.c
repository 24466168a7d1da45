#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_buffer_region r = { 0, 32 };
    cl_mem p = clCreateSubBuffer(buffer, 0, 0x55, &r, NULL); // expect: bad-flags arg=buffer_create_type accepted=warning
    if (p) clReleaseMemObject(p);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
