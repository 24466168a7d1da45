#include "cl_world.h"

/* Retained once: the third release is one too many. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clRetainMemObject(buffer);
    clReleaseMemObject(buffer);
    clReleaseMemObject(buffer); // site: destroyed
    clReleaseMemObject(buffer); // expect: double-destroy arg=memobj object=buffer contained=1
    cl_end();
    return 0;
}
