#include "cl_world.h"

/* Out of order means: nothing waits for the fill. */
int main(void)
{
    float one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(4 << 20);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = cl_doubling(buffer);
    clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4 << 20, 0, NULL, NULL); // site: related
    cl_run(queue, kernel, 1 << 20); // expect: stream-race object=buffer
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
