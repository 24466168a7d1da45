#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_int e;
    cl_world();
    cl_context other = cl_new_context();
    cl_event event = clCreateUserEvent(other, &e); // site: created
    cl_mem buffer = cl_buffer(sizeof data);
    clSetUserEventStatus(event, CL_COMPLETE);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 1, &event, NULL); // expect: wrong-context arg=event_wait_list object=event result=-34
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    clReleaseContext(other);
    cl_end();
    return 0;
}
