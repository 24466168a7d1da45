#include "cl_world.h"

int main(void)
{
    size_t count = 64;
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *out, local float *scratch) { scratch[0] = 1; out[0] = scratch[0]; }", "sum");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, cl_device_size(CL_DEVICE_LOCAL_MEM_SIZE) + 4096, NULL);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL); // expect: launch-shared-memory arg=scratch
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
