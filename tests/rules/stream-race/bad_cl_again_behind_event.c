#include "cl_world.h"

static char data[4096];

/* The event that another queue waits for is recorded between equal launches: the last of them is not waited for. */
int main(void)
{
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 6; i++) {
        if (i == 5)
            clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
        cl_run(cl_queue, kernel, 1024); // site: related
    }
    clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 4096, data, 1, &event, NULL); // expect: stream-race object=buffer
    clReleaseEvent(event);
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
