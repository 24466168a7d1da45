#include "cl_world.h"

/* The same launch, but the kernel has got a buffer that is mapped. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_mem buffer = cl_buffer(4096), other = cl_buffer(4096);
    cl_kernel kernel = cl_doubling(other);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    void *p = clEnqueueMapBuffer(cl_queue, other, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, NULL, NULL, &e); // site: related
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            clSetKernelArg(kernel, 0, sizeof other, &other);
        cl_run(cl_queue, kernel, 1024); // expect: mapped-conflict object=buffer
    }
    clEnqueueUnmapMemObject(cl_queue, other, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    clReleaseMemObject(other);
    cl_end();
    return 0;
}
