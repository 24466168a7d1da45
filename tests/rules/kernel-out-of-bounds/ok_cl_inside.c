// options: --deep
#include "cl_world.h"

int main(void)
{
    float two = 2, one = 1;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clEnqueueFillBuffer(cl_queue, buffer, &one, sizeof one, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_int e = cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
