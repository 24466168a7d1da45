#include "cl_world.h"

/* A pattern of three floats is no legal pattern. */
int main(void)
{
    float pattern[3] = {1, 2, 3};
    cl_world();
    cl_mem buffer = cl_buffer(sizeof pattern * 64);
    clEnqueueFillBuffer(cl_queue, buffer, pattern, sizeof pattern, 0, sizeof pattern * 64, 0, NULL, NULL); // expect: bad-size arg=pattern_size result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
