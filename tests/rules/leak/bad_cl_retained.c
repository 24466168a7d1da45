#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // expect: leak severity=note object=buffer
    clRetainMemObject(buffer);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
