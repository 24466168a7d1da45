#include "cl_world.h"

static char data[8192];

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 8192, data, 0, NULL, NULL); // expect: range-overflow arg=size object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
