// soft only: drivers of GPUs do not work in a forked child
#include "cl_world.h"
#include <sys/wait.h>

/* A child goes on with the queue, the events and the buffers of its parent; the device has no threads that it would miss. */
int main(void)
{
    enum { COUNT = 1024 };
    static cl_int zero, result[COUNT];
    int status;
    cl_event event;
    setenv("POCL_DEVICES", "basic", 1);
    cl_world();
    cl_queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem buffer = cl_buffer(sizeof result);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, sizeof result, 0, NULL, &event);
    clEnqueueBarrierWithWaitList(cl_queue, 1, &event, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof result, result, 0, NULL, NULL);
    clFinish(cl_queue);
    pid_t child = fork();
    clEnqueueMarkerWithWaitList(cl_queue, 1, &event, NULL);
    for (int i = 0; i < 8; i++) {
        clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, sizeof result, 0, NULL, NULL);
        clEnqueueBarrierWithWaitList(cl_queue, 0, NULL, NULL);
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof result, result, 0, NULL, NULL);
        clFinish(cl_queue);
    }
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    if (!child)
        _exit(0);
    cl_end();
    return waitpid(child, &status, 0) != child || status;
}
