#include "cl_world.h"

enum { BYTES = 16 << 20 };

/* A pointer is kept longer than the buffer that it was mapped of; the driver has given the memory back. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(BYTES); // site: created
    char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, BYTES, 0, NULL, NULL, &e);
    memset(p, 1, BYTES);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL); // site: related
    clFinish(cl_queue);
    clReleaseMemObject(buffer); // site: destroyed
    p[BYTES / 2] = 2; // expect: not-mapped object=buffer state=destroyed
    cl_end();
    return 0;
}
