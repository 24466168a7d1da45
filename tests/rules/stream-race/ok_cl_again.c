#include "cl_world.h"

static char data[4096];

/* Equal commands again and again, in two queues that wait for each other. */
int main(void)
{
    float factor = 2;
    cl_world();
    cl_mem from = cl_buffer(4096), to = cl_buffer(4096);
    cl_command_queue other = cl_new_queue(0);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 1, sizeof factor, &factor);
    for (int i = 0; i < 12; i++) {
        clSetKernelArg(kernel, 0, sizeof from, i & 1 ? &to : &from);
        cl_run(cl_queue, kernel, 1024);
        clEnqueueCopyBuffer(cl_queue, from, to, 0, 0, 4096, 0, NULL, NULL);
        if (i % 4 == 3) {
            cl_event event;
            clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
            clEnqueueReadBuffer(other, to, CL_TRUE, 0, 4096, data, 1, &event, NULL);
            clReleaseEvent(event);
        }
    }
    clFinish(cl_queue);
    clReleaseCommandQueue(other);
    clReleaseKernel(kernel);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
