#include "cl_world.h"

/* The pattern was there the first times. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    float *pattern = malloc(16 * sizeof *pattern);
    memset(pattern, 0, 16 * sizeof *pattern);
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            free(pattern); // site: destroyed
        clEnqueueFillBuffer(cl_queue, buffer, pattern, 16 * sizeof *pattern, 0, 4096, 0, NULL, NULL); // expect: host-use-after-free arg=pattern
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
