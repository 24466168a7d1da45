// options: --deep
#include "cl_world.h"

/* One work-item for each byte, of which every one writes four. */
int main(void)
{
    float two = 2;
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clEnqueueFillBuffer(cl_queue, buffer, &two, sizeof two, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    cl_run(cl_queue, kernel, 4096); // expect: kernel-out-of-bounds arg=data object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
