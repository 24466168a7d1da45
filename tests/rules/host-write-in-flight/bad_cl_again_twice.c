// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 1 << 20 };

/* The same write again and again, and the host writes into its source at two places. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    volatile char *data = aligned_alloc(4096, SIZE);
    memset((void *)data, 1, SIZE);
    clEnqueueMarkerWithWaitList(cl_queue, 1, &gate, NULL);
    for (int i = 0; i < 12; i++) {
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, (void *)data, 0, NULL, NULL); // site: related
        if (i == 6)
            data[SIZE / 4] = 2; // expect: host-write-in-flight
        if (i == 9)
            data[SIZE / 2] = 3; // expect: host-write-in-flight
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    clReleaseEvent(gate);
    clReleaseMemObject(buffer);
    cl_end();
    free((void *)data);
    return 0;
}
