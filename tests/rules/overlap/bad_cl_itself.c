#include "cl_world.h"

/* The same bytes of one buffer on both sides. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueCopyBuffer(cl_queue, buffer, buffer, 100, 100, 2000, 0, NULL, NULL); // expect: overlap object=buffer result=-8
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
