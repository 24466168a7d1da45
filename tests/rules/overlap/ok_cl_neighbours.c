#include "cl_world.h"

/* Side by side in the same rows, and one behind the other. */
int main(void)
{
    size_t left[3] = {0, 0, 0}, right[3] = {32, 0, 0}, region[3] = {32, 32, 1};
    cl_int e = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    e |= clEnqueueCopyBufferRect(cl_queue, buffer, buffer, left, right, region, 64, 0, 64, 0, 0, NULL, NULL);
    e |= clEnqueueCopyBuffer(cl_queue, buffer, buffer, 0, 2048, 2048, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
