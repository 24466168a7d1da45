#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    void *at = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
    clReleaseMemObject(buffer);
    clEnqueueUnmapMemObject(cl_queue, buffer, at, 0, NULL, NULL); // expect: destroyed-handle arg=memobj object=buffer contained=1
    cl_end();
    return 0;
}
