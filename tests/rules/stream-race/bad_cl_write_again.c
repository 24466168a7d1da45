#include "cl_world.h"

static char data[256], back[256];

/* One of many equal writes of a queue meets another queue, which waits for nobody. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_command_queue other = cl_new_queue(0);
    for (int i = 0; i < 10; i++)
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, NULL); // site: related
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
