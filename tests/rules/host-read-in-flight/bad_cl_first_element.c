// options: --host-guard always
#include "cl_world.h"

enum { COUNT = 1 << 18 };

/* An ordinary block of malloc, and its first element, as most programs would have it.  On a GPU the driver may be there first, and the guard gone. */
int main(void)
{
    float one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(COUNT * sizeof(float));
    float *result = malloc(COUNT * sizeof(float));
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, COUNT * sizeof(float), 0, NULL, NULL);
    clEnqueueReadBuffer(cl_queue, buffer, CL_FALSE, 0, COUNT * sizeof(float), result, 0, NULL, NULL); // site: related
    printf("%f\n", result[0]); // expect-soft: host-read-in-flight object=host-memory
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    free(result);
    return 0;
}
