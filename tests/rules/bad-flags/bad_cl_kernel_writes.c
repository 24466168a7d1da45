#include "cl_world.h"

/* CL_MEM_READ_ONLY is about kernels, not about the host. */
int main(void)
{
    float two = 2;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, 4096, NULL, &cl_status); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clEnqueueFillBuffer(cl_queue, buffer, &two, sizeof two, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_run(cl_queue, kernel, 1024); // expect: bad-flags arg=data severity=warning object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
