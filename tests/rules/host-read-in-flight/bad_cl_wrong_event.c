// needs: protection keys
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* Two queues; the event that is waited for is the fill's, not the read's. */
int main(void)
{
    cl_int one = 1;
    cl_event filled;
    cl_world();
    cl_command_queue second = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem buffer = cl_buffer(SIZE);
    volatile int *data = malloc(SIZE);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, SIZE, 0, NULL, &filled);
    clEnqueueReadBuffer(second, buffer, CL_FALSE, 0, SIZE, (void *)data, 1, &filled, NULL); // site: related
    clFlush(cl_queue);
    clFlush(second);
    clWaitForEvents(1, &filled);
    clFinish(cl_queue);
    int early = data[5000]; // expect: host-read-in-flight
    clFinish(second);
    (void)early;
    clReleaseEvent(filled);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(second);
    cl_end();
    free((void *)data);
    return 0;
}
