#include "cl_world.h"

/* The block was large enough the first times; a smaller one has its place now. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(256);
    char *data = malloc(256), *small;
    for (int i = 0; i < 10; i++) {
        if (i == 9) {
            clFinish(cl_queue);
            small = realloc(data, 200); // site: created
            if (small != data)
                return 77;
        }
        clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, 256, data, 0, NULL, NULL); // expect: host-overrun
    }
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
