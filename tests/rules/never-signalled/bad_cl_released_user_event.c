#include "cl_world.h"

/* The last handle of the user event goes before anyone has set its status: the command behind it never starts. */
int main(void)
{
    cl_int e, zero = 0;
    cl_world();
    alarm(2);
    cl_mem buffer = cl_buffer(4096);
    cl_event event = clCreateUserEvent(cl_ctx, &e); // site: created
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 1, &event, NULL);
    clReleaseEvent(event); // site: destroyed
    clFinish(cl_queue); // expect: never-signalled object=event
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
