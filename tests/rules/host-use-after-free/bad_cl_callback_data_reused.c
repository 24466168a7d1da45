#include "cl_world.h"

static volatile int called;

static void CL_CALLBACK filled(cl_event event, cl_int status, void *data)
{
    (void)event, (void)status;
    called = *(volatile char *)data | 1;
}

/* The data of a callback are freed as soon as it is set, and their place gets another owner; it runs when the event is over. */
int main(void)
{
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_event start = clCreateUserEvent(cl_ctx, &cl_status), event;
    int *data = calloc(4, sizeof *data); // site-soft: created
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 1, &start, &event);
    clSetEventCallback(event, CL_COMPLETE, filled, data); // expect: host-use-after-free severity=warning arg=user_data state=freed
    free(data); // site-soft: destroyed
    int *other = calloc(4, sizeof *other);
    clSetUserEventStatus(start, CL_COMPLETE);
    clFinish(cl_queue);
    while (!called)
        usleep(1000);
    free(other);
    clReleaseEvent(event);
    clReleaseEvent(start);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
