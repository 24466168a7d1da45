#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *data = malloc(4000); // site: created
    clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, 4096, data, 0, NULL, NULL); // expect: host-overrun arg=ptr object=host-memory
    _Exit(0); /* the heap is damaged */
}
