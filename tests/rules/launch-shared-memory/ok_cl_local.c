#include "cl_world.h"

int main(void)
{
    size_t count = 64;
    cl_world();
    cl_mem buffer = cl_buffer(256);
    cl_kernel kernel = cl_kernel_of("kernel void sum(global float *out, local float *scratch) { scratch[0] = 1; out[0] = scratch[0]; }", "sum");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, cl_device_size(CL_DEVICE_LOCAL_MEM_SIZE) / 2, NULL);
    cl_int e = clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &count, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
