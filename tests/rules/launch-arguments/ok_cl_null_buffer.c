#include "cl_world.h"

/* A global pointer may be NULL, and local memory has no value. */
int main(void)
{
    size_t count = 64;
    cl_int e = 0;
    cl_world();
    cl_mem none = NULL;
    cl_kernel kernel = cl_kernel_of("kernel void maybe(global float *out, local float *scratch) { scratch[0] = 1; if (out) out[0] = scratch[0]; }", "maybe");
    e |= clSetKernelArg(kernel, 0, sizeof none, &none);
    e |= clSetKernelArg(kernel, 1, 256, NULL);
    e |= clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    cl_end();
    return e;
}
