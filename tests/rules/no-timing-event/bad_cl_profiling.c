#include "cl_world.h"

int main(void)
{
    cl_event event;
    cl_ulong start;
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, &event);
    clFinish(cl_queue);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL); // expect: no-timing-event arg=event object=event result=-7
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
