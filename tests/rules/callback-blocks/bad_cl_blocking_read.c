#include "cl_world.h"

static char data[4096];
static cl_command_queue other;
static volatile int done;

static void CL_CALLBACK filled(cl_event event, cl_int status, void *buffer)
{
    (void)event;
    (void)status;
    done = 1;
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: callback-blocks api=clEnqueueReadBuffer arg=blocking_read
}

int main(void)
{
    cl_event event;
    int zero = 0;
    alarm(20);
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    other = cl_new_queue(0);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
    clSetEventCallback(event, CL_COMPLETE, filled, buffer); // site: related
    clFinish(cl_queue);
    while (!done)
        usleep(1000);
    usleep(100000);
    clReleaseEvent(event);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
