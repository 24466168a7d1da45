#include "cl_world.h"

#define KERNELS "kernel void make(global float *data, int count) { int i = get_global_id(0); if (i < count) data[i] = i; }\n" \
                "kernel void twice(global const float *from, global float *to) { size_t i = get_global_id(0); to[i] = 2 * from[i]; }"

enum { COUNT = 4096 };

/* In an out-of-order queue the second kernel needs the event of the first one. */
int main(void)
{
    int count = COUNT;
    size_t size = COUNT;
    cl_world();
    cl_command_queue loose = cl_new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem a = cl_buffer(COUNT * sizeof(float)), b = cl_buffer(COUNT * sizeof(float));
    cl_kernel make = cl_kernel_of(KERNELS, "make"), twice = cl_kernel_of(KERNELS, "twice");
    clSetKernelArg(make, 0, sizeof a, &a);
    clSetKernelArg(make, 1, sizeof count, &count);
    clSetKernelArg(twice, 0, sizeof a, &a);
    clSetKernelArg(twice, 1, sizeof b, &b);
    clEnqueueNDRangeKernel(loose, make, 1, NULL, &size, NULL, 0, NULL, NULL); // site: related
    clEnqueueNDRangeKernel(loose, twice, 1, NULL, &size, NULL, 0, NULL, NULL); // expect: stream-race object=buffer
    clFinish(loose);
    clReleaseKernel(make);
    clReleaseKernel(twice);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseCommandQueue(loose);
    cl_end();
    return 0;
}
