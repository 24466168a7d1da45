#include "cl_world.h"

static char data[256];

/* The same write, which waits for its own end, at times when nothing else is under way; the last time a fill of another queue is. */
int main(void)
{
    cl_world();
    int zero = 0;
    cl_mem buffer = cl_buffer(sizeof data);
    cl_command_queue other = cl_new_queue(0);
    for (int i = 0; i < 10; i++) {
        if (i == 9)
            clEnqueueFillBuffer(other, buffer, &zero, sizeof zero, 0, sizeof data, 0, NULL, NULL); // site: related
        clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: stream-race object=buffer
    }
    clFinish(other);
    clReleaseCommandQueue(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
