// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* A map that does not block gives its pointer at once, and its data later. */
int main(void)
{
    cl_int e, one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    cl_event start = clCreateUserEvent(cl_ctx, &e);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, SIZE, 1, &start, NULL);
    volatile int *p = clEnqueueMapBuffer(cl_queue, buffer, CL_FALSE, CL_MAP_READ, 0, SIZE, 0, NULL, NULL, &e); // site: related
    int early = p[2048]; // expect: host-read-in-flight
    (void)early;
    clSetUserEventStatus(start, CL_COMPLETE);
    clFinish(cl_queue);
    clEnqueueUnmapMemObject(cl_queue, buffer, (void *)p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseEvent(start);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
