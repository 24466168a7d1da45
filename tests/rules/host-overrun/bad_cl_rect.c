#include "cl_world.h"

/* The host's rows are 64 bytes apart and 32 rows long, the block has 16 of them. */
int main(void)
{
    size_t zero[3] = {0, 0, 0}, region[3] = {32, 32, 1};
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *data = calloc(16, 64); // site: created
    clEnqueueWriteBufferRect(cl_queue, buffer, CL_TRUE, zero, zero, region, 64, 0, 64, 0, data, 0, NULL, NULL); // expect: host-overrun object=host-memory
    clReleaseMemObject(buffer);
    cl_end();
    free(data);
    return 0;
}
