#include "cl_world.h"

/* Fills and copies in turns, in two queues by turns; each waits for what the other one did. */
int main(void)
{
    int values[2] = { 3, 5 }, back[16];
    cl_world();
    cl_mem from = cl_buffer(256), to = cl_buffer(256);
    cl_command_queue queues[] = { cl_queue, cl_new_queue(0) };
    for (int round = 0; round < 6; round++) {
        cl_command_queue queue = queues[round & 1];
        cl_event event;
        for (int i = 0; i < 7; i++) {
            clEnqueueFillBuffer(queue, from, &values[i & 1], sizeof *values, 0, 256, 0, NULL, NULL);
            clEnqueueCopyBuffer(queue, from, to, 0, 0, 256, 0, NULL, NULL);
        }
        if (round % 3) {
            clFinish(queue);
            continue;
        }
        clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
        clFlush(queue);
        clEnqueueReadBuffer(queues[!(round & 1)], to, CL_TRUE, 0, sizeof back, back, 1, &event, NULL);
        clReleaseEvent(event);
        if (back[5] != 3)
            return 1;
    }
    clReleaseCommandQueue(queues[1]);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
