#include "cl_world.h"

static char data[4096];

/* The user event ends with an error, so that the read is not done. */
int main(void)
{
    cl_int e;
    cl_world();
    alarm(5); /* PoCL never comes back */
    cl_mem buffer = cl_buffer(sizeof data);
    cl_event event = clCreateUserEvent(cl_ctx, &e);
    clSetUserEventStatus(event, -5); // site: related
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, &event, NULL); // expect: event-failed arg=event_wait_list object=event
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
