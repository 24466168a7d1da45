#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem b = cl_buffer(4096);
    float out[16];
    clEnqueueReadBuffer(cl_queue, b, CL_TRUE, 0, 4096, out, 0, NULL, NULL); // expect: host-overrun arg=ptr object=host-memory
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
