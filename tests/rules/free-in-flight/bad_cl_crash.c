#include "cl_world.h"

enum { SIZE = 64 << 20 };

/* The driver's thread reads pages that are no longer there, and dies without a frame of the program. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    char *data = malloc(SIZE); // site: created
    memset(data, 1, SIZE);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, data, 1, &gate, NULL); // site: related
    free(data); // expect: free-in-flight
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(cl_queue);
    return 0;
}
