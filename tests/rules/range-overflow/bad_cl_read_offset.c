#include "cl_world.h"

static char data[4096];

/* The offset is new, the size was not made smaller. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 256, 4096, data, 0, NULL, NULL); // expect: range-overflow object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
