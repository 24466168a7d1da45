#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, NULL, 0, NULL, NULL); // expect: null-pointer arg=ptr object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
