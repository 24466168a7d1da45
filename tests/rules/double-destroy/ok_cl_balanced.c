#include "cl_world.h"

int main(void)
{
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clRetainMemObject(buffer);
    clRetainMemObject(buffer);
    cl_int e = clReleaseMemObject(buffer) | clReleaseMemObject(buffer) | clReleaseMemObject(buffer);
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clRetainEvent(event);
    clFinish(cl_queue);
    e |= clReleaseEvent(event) | clReleaseEvent(event);
    cl_end();
    return e;
}
