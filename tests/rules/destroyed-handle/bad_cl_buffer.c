#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data); // site: created
    clReleaseMemObject(buffer); // site: destroyed
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: destroyed-handle arg=buffer object=buffer state=destroyed contained=1 result=-38
    cl_end();
    return 0;
}
