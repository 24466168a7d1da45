#include "cl_world.h"

/* The kernel writes what the host has mapped. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    float *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // site: related
    p[0] = 1;
    cl_run(cl_queue, kernel, 1024); // expect: mapped-conflict object=buffer
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
