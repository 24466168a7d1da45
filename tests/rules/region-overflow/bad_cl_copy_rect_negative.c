#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem a = cl_buffer(1024), b = cl_buffer(1024);
    size_t s[3] = { 0, 0, 0 }, d[3] = { 16, 12, 0 }, r[3] = { 32, 16, 1 };
    clEnqueueCopyBufferRect(cl_queue, a, b, s, d, r, 64, 0, 64, 0, 0, NULL, NULL); // expect: region-overflow arg=region object=buffer
    clFinish(cl_queue);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
