#include "cl_world.h"

/* The copy waits for the wrong one of two events. */
int main(void)
{
    cl_event filled[2];
    int one = 1;
    cl_world();
    cl_mem a = cl_buffer(1 << 20), b = cl_buffer(1 << 20), out = cl_buffer(1 << 20);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    clEnqueueFillBuffer(queue, a, &one, sizeof one, 0, 1 << 20, 0, NULL, &filled[0]);
    clEnqueueFillBuffer(queue, b, &one, sizeof one, 0, 1 << 20, 0, NULL, &filled[1]); // site: related
    clEnqueueCopyBuffer(queue, b, out, 0, 0, 1 << 20, 1, &filled[0], NULL); // expect: stream-race arg=src_buffer object=buffer
    clFinish(queue);
    clReleaseEvent(filled[0]);
    clReleaseEvent(filled[1]);
    clReleaseCommandQueue(queue);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
