#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &e); // site: related
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, data, 0, NULL, NULL); // expect: mapped-conflict object=buffer
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
