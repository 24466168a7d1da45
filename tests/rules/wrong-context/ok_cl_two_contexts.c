#include "cl_world.h"

static char data[4096];

/* Each context with objects of its own; events of both are waited for by the host. */
int main(void)
{
    cl_event events[2];
    cl_int e = 0, made;
    cl_world();
    cl_context other = cl_new_context();
    cl_command_queue queue = clCreateCommandQueueWithProperties(other, cl_device, NULL, &made);
    cl_mem a = cl_buffer(sizeof data), b = clCreateBuffer(other, CL_MEM_READ_WRITE, sizeof data, NULL, &made);
    e |= clEnqueueWriteBuffer(cl_queue, a, CL_FALSE, 0, sizeof data, data, 0, NULL, &events[0]);
    e |= clEnqueueWriteBuffer(queue, b, CL_FALSE, 0, sizeof data, data, 0, NULL, &events[1]);
    clWaitForEvents(1, &events[0]);
    clWaitForEvents(1, &events[1]);
    clReleaseEvent(events[0]);
    clReleaseEvent(events[1]);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseCommandQueue(queue);
    clReleaseContext(other);
    cl_end();
    return e;
}
