#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_event event;
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event); // site: created
    clFinish(cl_queue);
    clReleaseEvent(event); // site: destroyed
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, &event, NULL); // expect: destroyed-handle arg=event_wait_list object=event contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
