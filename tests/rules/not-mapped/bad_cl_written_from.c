#include "cl_world.h"

enum { SIZE = 1 << 16 };

/* The pointer of a mapping serves as the source of a command, behind the unmap. */
int main(void)
{
    cl_world();
    cl_mem staging = cl_buffer(SIZE), target = cl_buffer(SIZE);
    char *p = clEnqueueMapBuffer(cl_queue, staging, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL, &cl_status);
    memset(p, 1, SIZE);
    clEnqueueUnmapMemObject(cl_queue, staging, p, 0, NULL, NULL); // site: related
    clFinish(cl_queue);
    clEnqueueWriteBuffer(cl_queue, target, CL_TRUE, 0, SIZE / 2, p + 64, 0, NULL, NULL); // expect: not-mapped arg=ptr object=buffer
    clReleaseMemObject(staging);
    clReleaseMemObject(target);
    cl_end();
    return 0;
}
