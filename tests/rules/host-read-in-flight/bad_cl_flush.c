// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* clFlush sends commands on their way; it waits for none. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    volatile char *data = aligned_alloc(4096, SIZE);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL); // site: related
    clFlush(cl_queue);
    int early = data[4096]; // expect: host-read-in-flight
    clFinish(cl_queue);
    (void)early;
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return 0;
}
