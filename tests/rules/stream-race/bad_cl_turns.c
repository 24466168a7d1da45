#include "cl_world.h"

/* Fills and copies in turns, and another queue that waits for none of them. */
int main(void)
{
    int zero = 0, one = 1;
    char back[64];
    cl_world();
    cl_mem from = cl_buffer(256), to = cl_buffer(256);
    cl_command_queue other = cl_new_queue(0);
    for (int i = 0; i < 10; i++) {
        clEnqueueFillBuffer(cl_queue, from, &zero, sizeof zero, 0, 256, 0, NULL, NULL);
        clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 256, 0, NULL, NULL); // site: related
        clEnqueueFillBuffer(cl_queue, from, &one, sizeof one, 0, 128, 0, NULL, NULL);
    }
    clEnqueueReadBuffer(other, to, CL_TRUE, 64, sizeof back, back, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
