#include "cl_world.h"

static char data[4096];

/* One of many equal copies of a queue meets another queue. */
int main(void)
{
    cl_world();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    for (int i = 0; i < 5; i++)
        clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 4096, 0, NULL, NULL); // site: related
    clEnqueueReadBuffer(other, to, CL_TRUE, 0, 4096, data, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
