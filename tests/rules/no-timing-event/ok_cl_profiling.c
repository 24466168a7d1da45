#include "cl_world.h"

int main(void)
{
    cl_event event;
    cl_ulong start;
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_command_queue queue = cl_new_queue(CL_QUEUE_PROFILING_ENABLE);
    clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
    clFinish(queue);
    cl_int e = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    cl_end();
    return e;
}
