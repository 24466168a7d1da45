#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_HOST_NO_ACCESS, sizeof data, NULL, &e); // site: created
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: host-access-flags object=buffer result=-59
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
