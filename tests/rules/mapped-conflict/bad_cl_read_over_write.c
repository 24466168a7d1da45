#include "cl_world.h"

/* A map for reading reads, and what is mapped for writing is undefined until it is unmapped. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // site: related
    void *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 2048, 4096, 0, NULL, NULL, &e); // expect: mapped-conflict object=buffer
    if (q)
        clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
