#include "cl_world.h"

/* What mmap returns for an error: such an address wraps around at once. */
int main(void)
{
    char *failed = (char *)-1;
    cl_world();
    cl_mem buffer = cl_buffer(64);
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, 64, failed, 0, NULL, NULL);   // expect: host-unmapped arg=ptr contained=1
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, 64, failed, 0, NULL, NULL);  // expect: host-unmapped arg=ptr contained=1
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
