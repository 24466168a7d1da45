// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 4 << 20 };

int main(void)
{
    cl_event event;
    int one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    volatile int *data = aligned_alloc(4096, SIZE);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, SIZE, 0, NULL, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, &event); // site: related
    int early = data[SIZE / 8]; // expect: host-read-in-flight
    clWaitForEvents(1, &event);
    (void)early;
    clReleaseEvent(event);
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return 0;
}
