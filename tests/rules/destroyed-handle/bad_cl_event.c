#include "cl_world.h"

/* NVIDIA's driver never comes back from this. */
int main(void)
{
    cl_event event;
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event); // site: created
    clFinish(cl_queue);
    clReleaseEvent(event); // site: destroyed
    clWaitForEvents(1, &event); // expect: destroyed-handle arg=event_list object=event contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
