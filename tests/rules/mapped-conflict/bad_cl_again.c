#include "cl_world.h"

/* The same copy was right three times; the fourth time the host has its target mapped. */
int main(void)
{
    cl_int e;
    void *p = NULL;
    cl_world();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            p = clEnqueueMapBuffer(cl_queue, to, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // site: related
        clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 4096, 0, NULL, NULL); // expect: mapped-conflict arg=dst_buffer object=buffer
    }
    clEnqueueUnmapMemObject(cl_queue, to, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
