#include "cl_world.h"

static char data[1 << 20];

/* By event, by barrier, by clFinish, by other halves, and by reading only. */
int main(void)
{
    cl_event filled;
    cl_int e = 0, one = 1;
    cl_world();
    cl_mem a = cl_buffer(sizeof data), b = cl_buffer(sizeof data);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), other = cl_new_queue(0);
    e |= clEnqueueFillBuffer(queue, a, &one, sizeof one, 0, sizeof data, 0, NULL, &filled);
    e |= clEnqueueCopyBuffer(queue, a, b, 0, 0, sizeof data, 1, &filled, NULL);
    e |= clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
    e |= clEnqueueFillBuffer(queue, b, &one, sizeof one, 0, sizeof data / 2, 0, NULL, NULL);
    e |= clEnqueueFillBuffer(queue, b, &one, sizeof one, sizeof data / 2, sizeof data / 2, 0, NULL, NULL);
    clFinish(queue);
    e |= clEnqueueReadBuffer(other, b, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    e |= clEnqueueCopyBuffer(queue, a, b, 0, 0, 4096, 0, NULL, NULL);
    e |= clEnqueueReadBuffer(other, a, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clFinish(queue);
    clReleaseEvent(filled);
    clReleaseCommandQueue(queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    cl_end();
    return e;
}
