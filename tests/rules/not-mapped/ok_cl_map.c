#include "cl_world.h"

/* Mapped twice for reading, written while mapped, used only in between. */
int main(void)
{
    cl_int e[3];
    cl_world();
    cl_mem buffer = cl_buffer(8192);
    char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 8192, 0, NULL, NULL, &e[0]);
    memset(p, 1, 8192);
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    char *q = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &e[1]);
    char *r = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_READ, 0, 8192, 0, NULL, NULL, &e[2]);
    int good = q[5] == 1 && r[8191] == 1;
    clEnqueueUnmapMemObject(cl_queue, buffer, q, 0, NULL, NULL);
    clEnqueueUnmapMemObject(cl_queue, buffer, r, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return !good || e[0] || e[1] || e[2];
}
