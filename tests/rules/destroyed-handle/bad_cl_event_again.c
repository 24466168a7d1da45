#include "cl_world.h"

static char data[256];

/* Many equal writes, each waited for; the last event is waited for once more. */
int main(void)
{
    cl_event event = NULL;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    for (int i = 0; i < 10; i++) {
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &event); // site: created
        clWaitForEvents(1, &event);
        clReleaseEvent(event); // site: destroyed
    }
    clWaitForEvents(1, &event); // expect: destroyed-handle contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
