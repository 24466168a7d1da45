#include "cl_world.h"

/* A launch over no work-items touches nothing. */
int main(void)
{
    size_t none[2] = {64, 0};
    float one = 1;
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4 << 20);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = cl_doubling(buffer);
    e |= clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4 << 20, 0, NULL, NULL);
    e |= clEnqueueNDRangeKernel(queue, kernel, 2, NULL, none, NULL, 0, NULL, NULL);
    e |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, NULL, NULL, 0, NULL, NULL);
    clFinish(queue);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
