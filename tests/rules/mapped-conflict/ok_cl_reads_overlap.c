#include "cl_world.h"

/* Any number of maps for reading may overlap; the map for writing comes behind their unmaps, and the next for reading behind its own. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &e);
    void *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 2048, 4096, 0, NULL, NULL, &e);
    if (q)
        clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 8192, 0, NULL, NULL, &e);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8192, 0, NULL, NULL, &e);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
