#include "cl_world.h"

int main(void)
{
    size_t from[3] = { 0 }, to[3] = { 512, 0, 0 }, region[3] = { 16, 4, 1 };
    cl_world();
    cl_mem buffer = cl_buffer(4096), other = cl_buffer(4096);
    clEnqueueCopyBufferRect(cl_queue, buffer, buffer, from, to, region, 16, 64, 16, 64, 0, NULL, NULL);
    clEnqueueCopyBufferRect(cl_queue, buffer, other, from, to, region, 16, 64, 32, 128, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(other);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
