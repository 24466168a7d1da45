#include "cl_world.h"

/* What was in turns before a wait is under way again behind it. */
int main(void)
{
    int zero = 0;
    char back[64];
    cl_world();
    cl_mem from = cl_buffer(256), to = cl_buffer(256);
    cl_command_queue other = cl_new_queue(0);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 5; i++) {
            if (round < 3)
                clEnqueueFillBuffer(cl_queue, from, &zero, sizeof zero, 0, 256, 0, NULL, NULL);
            clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 256, 0, NULL, NULL); // site: related
        }
        if (round < 3)
            clFinish(cl_queue);
        clEnqueueReadBuffer(other, from, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL);
    }
    clEnqueueReadBuffer(other, to, CL_TRUE, 0, sizeof back, back, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
