#include "cl_world.h"

/* A few bytes, mapped for reading; then the target of a read. */
int main(void)
{
    cl_world();
    cl_mem result = cl_buffer(400), other = cl_buffer(400);
    int *p = clEnqueueMapBuffer(cl_queue, result, CL_TRUE, CL_MAP_READ, 0, 400, 0, NULL, NULL, &cl_status);
    int first = p[0];
    clEnqueueUnmapMemObject(cl_queue, result, p, 0, NULL, NULL); // site: related
    clFinish(cl_queue);
    clEnqueueReadBuffer(cl_queue, other, CL_TRUE, 0, 400, p, 0, NULL, NULL); // expect: not-mapped arg=ptr object=buffer
    clReleaseMemObject(result);
    clReleaseMemObject(other);
    cl_end();
    return first & 0;
}
