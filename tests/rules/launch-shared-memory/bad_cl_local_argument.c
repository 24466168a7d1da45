#include "cl_world.h"

/* A gigabyte of local memory: PoCL takes the launch and aborts. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *out, local float *parts) { parts[0] = 1; out[0] = parts[0]; }", "sum");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, (size_t)1 << 30, NULL);
    cl_run(cl_queue, kernel, 1); // expect: launch-shared-memory object=kernel
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
