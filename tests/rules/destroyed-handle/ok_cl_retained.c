#include "cl_world.h"

static char data[4096];

/* Released once, held once more; and objects outlive the handle of their context. */
int main(void)
{
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clRetainMemObject(buffer);
    clReleaseMemObject(buffer);
    clReleaseContext(cl_ctx);
    cl_int e = clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &event);
    clReleaseMemObject(buffer);
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
    clReleaseCommandQueue(cl_queue);
    return e;
}
