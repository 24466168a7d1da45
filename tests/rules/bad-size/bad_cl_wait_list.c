#include "cl_world.h"

/* A number of events that was never set, for a list with one event. */
int main(void)
{
    float host[16];
    cl_event event;
    cl_uint unset = 0x7ffffff0;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof host);
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof host, host, unset, &event, NULL); // expect: bad-size arg=num_events_in_wait_list contained=1 says=more_than
    clWaitForEvents(unset, &event);     // expect: bad-size arg=num_events contained=1
    cl_int e = clWaitForEvents(1, &event);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
