#include "cl_world.h"

static char data[4096];

/* One event is promised, no list is given. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, NULL, NULL); // expect: null-pointer arg=event_wait_list result=-57
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
