#include "cl_world.h"

static char data[4096];

/* Equal launches, the last of them behind what another queue has done in between, or finished. */
int main(void)
{
    int one = 1;
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 16; i++) {
        if (i % 8 == 4) {
            clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
            clEnqueueFillBuffer(other, buffer, &one, sizeof one, 0, 4096, 1, &event, NULL);
            clReleaseEvent(event);
            clEnqueueMarkerWithWaitList(other, 0, NULL, &event);
            clEnqueueBarrierWithWaitList(cl_queue, 1, &event, NULL);
            clReleaseEvent(event);
        }
        if (i % 8 == 6)
            clFinish(cl_queue);
        cl_run(cl_queue, kernel, 1024);
    }
    clFinish(cl_queue);
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 4096, data, 0, NULL, NULL);
    clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
