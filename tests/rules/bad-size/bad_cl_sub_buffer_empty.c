#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_buffer_region part = {0, 0};
    cl_world();
    cl_mem parent = cl_buffer(4096);
    clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // expect: bad-size arg=buffer_create_info->size result=-61
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
