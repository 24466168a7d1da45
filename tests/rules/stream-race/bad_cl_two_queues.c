#include "cl_world.h"

static char data[1 << 20];

/* Two queues of one context have no order between them. */
int main(void)
{
    int one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    cl_command_queue other = cl_new_queue(0);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, sizeof data, 0, NULL, NULL); // site: related
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
