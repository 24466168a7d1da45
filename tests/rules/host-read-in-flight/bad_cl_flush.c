// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* clFlush sends commands on their way; it waits for none.  The gate keeps the driver from being faster than the host. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    cl_mem buffer = cl_buffer(SIZE);
    volatile char *data = aligned_alloc(4096, SIZE);
    clEnqueueMarkerWithWaitList(cl_queue, 1, &gate, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL); // site: related
    clFlush(cl_queue);
    int early = data[4096]; // expect: host-read-in-flight
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(gate);
    (void)early;
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return 0;
}
