#include "cl_world.h"

/* The block stays where it is, and gives back half of what the buffer needs. */
int main(void)
{
    enum { BYTES = 1 << 18 };
    static char data[BYTES];
    cl_world();
    char *block = malloc(BYTES);
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, BYTES, block, &cl_status);
    block = realloc(block, BYTES / 2);
    clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, BYTES, data, 0, NULL, NULL); // expect: host-use-after-free arg=buffer contained=1 object=host-memory state=freed
    clReleaseMemObject(buffer);
    free(block);
    cl_end();
    return 0;
}
