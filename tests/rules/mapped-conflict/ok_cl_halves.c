#include "cl_world.h"

static char data[4096];

/* The device writes one half while the other is mapped, and all of it behind the unmap. */
int main(void)
{
    cl_int e[2], done = 0;
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 2048, 0, NULL, NULL, &e[0]);
    void *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 2048, 2048, 0, NULL, NULL, &e[1]);
    done |= clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 4096, 4096, data, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    done |= clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, data, 0, NULL, NULL);
    clReleaseMemObject(buffer);
    cl_end();
    return e[0] || e[1] || done;
}
