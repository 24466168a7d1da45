#include "cl_world.h"

int main(void)
{
    cl_float4 zero = {{0, 0, 0, 0}};
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 1000, 0, NULL, NULL); // expect: misaligned arg=size object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
