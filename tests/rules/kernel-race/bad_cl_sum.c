// options: --deep
#include "cl_world.h"

/* Every work-item adds to the same place. */
int main(void)
{
    int zero = 0;
    cl_world();
    cl_mem buffer = cl_buffer(4);
    cl_kernel kernel = cl_kernel_of("kernel void sum(global int *out) { out[0] += get_global_id(0); }", "sum");
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 4, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 64); // expect: kernel-race severity=warning arg=out object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
