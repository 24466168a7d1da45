#include "cl_world.h"

/* Each round asks for an event and drops it: one finding, counted. */
int main(void)
{
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    for (int i = 0; i < 100; i++) {
        cl_event event;
        clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event); // expect: leak severity=note object=event
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
