#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    char *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e);
    clEnqueueUnmapMemObject(cl_queue, buffer, p + 4096, 0, NULL, NULL); // expect: not-mapped arg=mapped_ptr result=-30
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
