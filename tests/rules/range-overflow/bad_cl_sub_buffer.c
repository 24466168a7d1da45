#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_buffer_region part = {4096, 8192};
    cl_world();
    cl_mem parent = cl_buffer(8192); // site: created
    clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part, &e); // expect: range-overflow object=buffer result=-30
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
