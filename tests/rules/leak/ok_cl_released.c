#include "cl_world.h"

int main(void)
{
    cl_event event;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clEnqueueMarkerWithWaitList(cl_queue, 0, NULL, &event);
    clFinish(cl_queue);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
