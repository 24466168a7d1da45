#include "cl_world.h"

enum { COUNT = 1 << 16 };
static int result[COUNT];

/* A global array, summed before the read has been waited for. */
int main(void)
{
    int one = 1, sum = 0;
    cl_world();
    cl_mem buffer = cl_buffer(sizeof result);
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, sizeof result, 0, NULL, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, sizeof result, result, 0, NULL, NULL); // site: related
    for (int i = 0; i < COUNT; i++)
        sum += result[i]; // expect: host-read-in-flight
    clFinish(cl_queue);
    printf("%d\n", sum);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
