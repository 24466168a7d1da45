#include "cl_world.h"

enum { SIZE = 1 << 16 };

/* The block is gone before the read has arrived in it. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    char *data = malloc(SIZE); // site: created
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, data, 1, &gate, NULL); // site: related
    free(data); // expect: free-in-flight
    _Exit(0);
}
