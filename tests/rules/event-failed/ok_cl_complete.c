#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    cl_event event = clCreateUserEvent(cl_ctx, &e);
    clSetUserEventStatus(event, CL_COMPLETE);
    e |= clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, &event, NULL);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
