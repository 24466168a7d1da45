#include "cl_world.h"

static volatile int done;

static void CL_CALLBACK filled(cl_event event, cl_int status, void *queue)
{
    (void)event;
    (void)status;
    done = 1;
    clFinish(queue); // expect: callback-blocks api=clFinish
}

int main(void)
{
    cl_event event;
    int zero = 0;
    alarm(20);
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
    clSetEventCallback(event, CL_COMPLETE, filled, other); // site: related
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
