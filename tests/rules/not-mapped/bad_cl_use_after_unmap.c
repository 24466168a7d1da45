// options: --host-guard always
#include "cl_world.h"

/* The pointer is kept and written through, behind the unmap. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(1 << 16);
    volatile char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 1 << 16, 0, NULL, NULL, &e);
    p[0] = 1;
    clEnqueueUnmapMemObject(cl_queue, buffer, (void *)p, 0, NULL, NULL); // site: related
    clFinish(cl_queue);
    p[8192] = 2; // expect: not-mapped
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
