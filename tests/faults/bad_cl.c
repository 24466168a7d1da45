#include "cl_world.h"

/* What programs do when a call fails: the mark of a call says what becomes of this one. */
int main(void)
{
    static char data[4096];
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof data, NULL, &e); // outcome: garbage
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // outcome: silent
    if (clFlush(cl_queue)) // outcome: handled
        return 5;
    if (!buffer)
        return 0;
    int *map = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // outcome: crash
    *map = 1;
    clEnqueueUnmapMemObject(cl_queue, buffer, map, 0, NULL, NULL); // outcome: silent
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
