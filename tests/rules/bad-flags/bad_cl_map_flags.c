#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4096, 0, NULL, NULL, &e); // expect: bad-flags arg=map_flags
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
