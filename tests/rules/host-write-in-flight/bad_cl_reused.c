// options: --host-guard always
#include "cl_world.h"

enum { SIZE = 4 << 20 };

/* The staging block is filled anew while the first write may still read it. */
int main(void)
{
    cl_world();
    cl_mem a = cl_buffer(SIZE), b = cl_buffer(SIZE);
    char *data = aligned_alloc(4096, SIZE);
    memset(data, 1, SIZE);
    clEnqueueWriteBuffer(cl_queue, a, CL_FALSE, 0, SIZE, data, 0, NULL, NULL); // site: related
    data[SIZE / 2] = 2; // expect: host-write-in-flight
    clEnqueueWriteBuffer(cl_queue, b, CL_FALSE, 0, SIZE, data, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    cl_end();
    free(data);
    return 0;
}
