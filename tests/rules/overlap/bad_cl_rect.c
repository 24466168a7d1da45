#include "cl_world.h"

int main(void)
{
    size_t from[3] = {0, 0, 0}, to[3] = {16, 8, 0}, region[3] = {32, 32, 1};
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    clEnqueueCopyBufferRect(cl_queue, buffer, buffer, from, to, region, 64, 0, 64, 0, 0, NULL, NULL); // expect: overlap object=buffer result=-8
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
