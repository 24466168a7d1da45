#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clReleaseMemObject(buffer); // site: destroyed
    clReleaseMemObject(buffer); // expect: double-destroy arg=memobj object=buffer contained=1 result=-38
    cl_end();
    return 0;
}
