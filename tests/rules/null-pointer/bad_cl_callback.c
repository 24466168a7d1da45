#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clSetMemObjectDestructorCallback(buffer, NULL, NULL); // expect: null-pointer arg=pfn_notify
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
