// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* Waited for by event, by clFinish, by a blocking call behind it in an in-order queue, and by polling. */
int main(void)
{
    cl_event event;
    cl_int status, one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    volatile int *data = aligned_alloc(4096, SIZE);
    int sum = 0, last;
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, SIZE, 0, NULL, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, &event);
    clWaitForEvents(1, &event);
    sum += data[1000];
    clReleaseEvent(event);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL);
    clFinish(cl_queue);
    sum += data[2000];
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, 4, &last, 0, NULL, NULL);
    sum += data[3000];
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, &event);
    clFlush(cl_queue);
    do
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    while (status > CL_COMPLETE);
    sum += data[4000];
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return sum != 4;
}
