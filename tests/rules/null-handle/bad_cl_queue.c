#include "cl_world.h"

static char data[64];

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clEnqueueWriteBuffer(NULL, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: null-handle arg=command_queue result=-36
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
