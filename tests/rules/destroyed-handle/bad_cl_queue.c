#include "cl_world.h"

static char data[4096];

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    cl_command_queue queue = cl_new_queue(0); // site: created
    clReleaseCommandQueue(queue); // site: destroyed
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL); // expect: destroyed-handle arg=command_queue object=queue contained=1 result=-36
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
