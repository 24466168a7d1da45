#include "cl_world.h"

/* The command failed because what it waited for did; here the host waits for it. */
int main(void)
{
    cl_int e, zero = 0;
    cl_event filled;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_event event = clCreateUserEvent(cl_ctx, &e);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 1, &event, &filled);
    clSetUserEventStatus(event, -5); // site: related
    clWaitForEvents(1, &filled); // expect: event-failed arg=event_list object=event result=-14
    clReleaseEvent(event);
    clReleaseEvent(filled);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
