#include "cl_world.h"

/* Four bytes of a handle that was kept in an int. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    unsigned kept = (unsigned)(size_t)buffer;
    clReleaseMemObject((cl_mem)(size_t)kept); // expect: unknown-handle arg=memobj contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
