#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem a = cl_buffer(64), b = cl_buffer(64);
    clEnqueueCopyBuffer(cl_queue, a, b, 0, 0, 0, 0, NULL, NULL); // expect: bad-size arg=size accepted=none
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
