#include "cl_world.h"

/* A move by 100 bytes within a buffer, as memmove would do it. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueCopyBuffer(cl_queue, buffer, buffer, 0, 100, 2000, 0, NULL, NULL); // expect: overlap object=buffer result=-8
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
