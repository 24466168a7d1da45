#include "cl_world.h"

/* The block under the buffer gives back what the buffer does not need, or gets more, and stays where it is. */
int main(void)
{
    enum { BYTES = 8192, MORE = 1 << 18 };
    static char data[BYTES];
    cl_world();
    char *block = malloc(MORE), *barrier = malloc(64);
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_USE_HOST_PTR, BYTES, block, &cl_status);
    for (int size = MORE / 2; size > BYTES; size /= 2) {
        char *resized = realloc(block, (size_t)size);
        if (resized != block)
            return 0;
        clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, BYTES, data, 0, NULL, NULL);
        clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, BYTES, data, 0, NULL, NULL);
    }
    clReleaseMemObject(buffer);
    free(block);
    free(barrier);
    cl_end();
    return 0;
}
