#include "cl_world.h"

/* The same launch was right before. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(buffer);
    for (int i = 0; i < 3; i++)
        cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    void *p = clEnqueueMapBuffer(cl_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, NULL); // site: related
    cl_run(cl_queue, kernel, 1024); // expect: mapped-conflict arg=data object=buffer
    clEnqueueUnmapMemObject(cl_queue, buffer, p, 0, NULL, NULL);
    cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
