#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* What is written through a map that is not there yet may be overwritten by it. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL, &cl_status); // site: related
    memset(p, 1, SIZE); // expect: host-write-in-flight object=buffer
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
