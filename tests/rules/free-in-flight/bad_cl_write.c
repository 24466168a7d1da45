#include "cl_world.h"

enum { SIZE = 4 << 20 };

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(SIZE);
    cl_event gate = clCreateUserEvent(cl_ctx, &e);
    char *data = calloc(1, SIZE); // site: created
    clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, SIZE, data, 1, &gate, NULL); // site: related
    free(data); // expect: free-in-flight
    _Exit(0); /* before the driver reads it */
}
