// needs: protection keys
#include "cl_world.h"

enum { BYTES = 1 << 20 };

/* Each read of some is waited for, but for the last one. */
int main(void)
{
    cl_event event;
    volatile int sum = 0;
    cl_world();
    cl_mem buffer = cl_buffer(BYTES);
    char *back = calloc(1, BYTES);
    for (int i = 0; i < 5; i++) {
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, BYTES, back, 0, NULL, &event); // site: related
        if (i < 4)
            clWaitForEvents(1, &event);
        sum += back[BYTES / 2]; // expect: host-read-in-flight
        clReleaseEvent(event);
    }
    clFinish(cl_queue);
    free(back);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
