#include "cl_world.h"

/* The part and its parent are the same memory. */
int main(void)
{
    cl_buffer_region part = {4096, 4096};
    cl_int e, one = 1, two = 2;
    cl_world();
    cl_mem parent = cl_buffer(16384), sub = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &e);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueFillBuffer(queue, parent, &one, sizeof one, 0, 8192, 0, NULL, NULL); // site: related
    clEnqueueFillBuffer(queue, sub, &two, sizeof two, 0, 4096, 0, NULL, NULL); // expect: stream-race arg=buffer object=buffer
    clFinish(queue);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(sub);
    clReleaseMemObject(parent);
    cl_end();
    return 0;
}
