#include "cl_world.h"

/* The second event was never filled in. */
int main(void)
{
    cl_event events[2] = {NULL, NULL};
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &events[0]);
    clWaitForEvents(2, events); // expect: null-handle arg=event_list
    clFinish(cl_queue);
    clReleaseEvent(events[0]);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
