#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem a = cl_buffer(4096), b = cl_buffer(4096);
    void *p = clEnqueueMapBuffer(cl_queue, a, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &e);
    clEnqueueUnmapMemObject(cl_queue, b, p, 0, NULL, NULL); // expect: not-mapped arg=mapped_ptr result=-30
    clEnqueueUnmapMemObject(cl_queue, a, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    cl_end();
    return 0;
}
