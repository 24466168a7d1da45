#include "cl_world.h"

static char data[64 * 64];

/* 64 rows into a buffer of 32. */
int main(void)
{
    size_t zero[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_mem buffer = cl_buffer(64 * 32); // site: created
    clEnqueueWriteBufferRect(cl_queue, buffer, CL_TRUE, zero, zero, region, 64, 0, 64, 0, data, 0, NULL, NULL); // expect: region-overflow arg=region object=buffer result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
