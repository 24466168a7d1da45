#include "cl_world.h"

static char data[64 * 64 * 2];

/* Slices that are closer than their rows. */
int main(void)
{
    size_t zero[3] = {0, 0, 0}, region[3] = {64, 64, 2};
    cl_world();
    cl_mem buffer = cl_buffer(sizeof data);
    clEnqueueReadBufferRect(cl_queue, buffer, CL_TRUE, zero, zero, region, 64, 64 * 64, 64, 64 * 32, data, 0, NULL, NULL); // expect: pitch-too-small arg=host_slice_pitch result=-30
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
