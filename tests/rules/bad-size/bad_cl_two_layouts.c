#include "cl_world.h"

/* A buffer that is copied to itself has one layout. */
int main(void)
{
    size_t from[3] = { 0 }, to[3] = { 512, 0, 0 }, region[3] = { 16, 4, 1 };
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    clEnqueueCopyBufferRect(cl_queue, buffer, buffer, from, to, region, 16, 64, 16, 128, 0, NULL, NULL); // expect: bad-size arg=src_slice_pitch result=-30 accepted=none says=same_buffer
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
