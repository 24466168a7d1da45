#include "cl_world.h"

#ifndef SECOND
#define SECOND CL_MAP_WRITE
#endif

/* Two maps that overlap, one of them at least for writing. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // site: related
    void *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, SECOND, 2048, 4096, 0, NULL, NULL, &e); // expect: mapped-conflict object=buffer
    if (q)
        clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
