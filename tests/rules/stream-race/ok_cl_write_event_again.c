#include "cl_world.h"

static char data[256], back[256];

static void check(int value)
{
    if (back[7] != value)
        exit(1);
}

/* Writes, copies and launches with events, again and again, whose ends others wait for: at one address and at many, in all sorts of queues. */
int main(void)
{
    cl_event event, events[20], copied;
    size_t one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data), target = cl_buffer(sizeof data);
    cl_kernel kernel = cl_doubling(target);
    cl_command_queue others[] = { cl_new_queue(0), cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) };
    for (int i = 0; i < 20; i++) {
        data[7] = (char)i;
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &event);
        clEnqueueCopyBuffer(others[i & 1], buffer, target, 0, 0, sizeof data, 1, &event, &copied);
        clWaitForEvents(1, &copied);
        clReleaseEvent(event);
        clReleaseEvent(copied);
        clEnqueueReadBuffer(cl_queue, target, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL);
        check(i);
    }
    for (int i = 0; i < 20; i++) {
        data[7] = (char)i;
        clEnqueueWriteBuffer(others[1], buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &events[i]);
        clEnqueueReadBuffer(others[0], buffer, CL_TRUE, 0, sizeof back, back, 1, &events[i], NULL);
        check(i);
    }
    for (int i = 0; i < 20; i++)
        clReleaseEvent(events[i]);
    for (int i = 0; i < 20; i++) {
        clSetKernelArg(kernel, 0, sizeof target, &target);
        clEnqueueNDRangeKernel(others[i & 1], kernel, 1, NULL, &one, NULL, 0, NULL, &event);
        clEnqueueReadBuffer(cl_queue, target, CL_TRUE, 0, sizeof back, back, 1, &event, NULL);
        clReleaseEvent(event);
    }
    clReleaseKernel(kernel);
    clReleaseCommandQueue(others[0]);
    clReleaseCommandQueue(others[1]);
    clReleaseMemObject(buffer);
    clReleaseMemObject(target);
    cl_end();
    return 0;
}
