#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_event e;
    cl_int status;
    char data[16] = "";
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 16, data, 0, NULL, &e);
    clReleaseEvent(e);
    clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL); // expect: destroyed-handle arg=event object=event contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
