#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_HOST_WRITE_ONLY, 4096, NULL, &e); // site: created
    clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &e); // expect: host-access-flags object=buffer result=-59
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
