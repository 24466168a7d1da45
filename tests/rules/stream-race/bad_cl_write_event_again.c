#include "cl_world.h"

static char data[256], back[256];

/* Each of many equal writes is waited for by the read of another queue, but for the last one. */
int main(void)
{
    cl_event events[10];
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    cl_command_queue other = cl_new_queue(0);
    for (int i = 0; i < 10; i++) {
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, &events[i]); // site: related
        clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, sizeof back, back, i < 9, i < 9 ? &events[i] : NULL, NULL); // expect: stream-race object=buffer
    }
    clFinish(cl_queue);
    for (int i = 0; i < 10; i++)
        clReleaseEvent(events[i]);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
