#include "cl_world.h"

/* The block was there the first times. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(256);
    char *data = calloc(1, 256); // site: created
    for (int i = 0; i < 10; i++) {
        if (i == 9) {
            clFinish(cl_queue);
            free(data); // site: destroyed
        }
        clEnqueueWriteBuffer(cl_queue, buffer, CL_FALSE, 0, 256, data, 0, NULL, NULL); // expect: host-use-after-free arg=ptr
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
