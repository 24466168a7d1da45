#include "cl_world.h"

#define GATHER "kernel void gather(global const int *index, global const float *from, global float *to)\n" \
               "{ size_t i = get_global_id(0); to[i] = from[index[i]]; }"

/* An index that was never filled in sends the kernel far out of one of three buffers; another kernel is in flight. */
int main(void)
{
    enum { COUNT = 2048 };
    int wild = 0x3fffffff;
    float two = 2;
    cl_world();
    cl_mem index = cl_buffer(COUNT * sizeof(int));
    cl_mem from = cl_buffer(COUNT * 3 * sizeof(float)); // site: created
    cl_mem to = cl_buffer(COUNT * 2 * sizeof(float));
    cl_kernel gather = cl_kernel_of(GATHER, "gather"), scale = cl_kernel_of(SCALE, "scale");
    clEnqueueFillBuffer(cl_queue, index, &wild, sizeof wild, 0, COUNT * sizeof(int), 0, NULL, NULL);
    clSetKernelArg(gather, 0, sizeof index, &index);
    clSetKernelArg(gather, 1, sizeof from, &from);
    clSetKernelArg(gather, 2, sizeof to, &to);
    clSetKernelArg(scale, 0, sizeof to, &to);
    clSetKernelArg(scale, 1, sizeof two, &two);
    alarm(10);
    cl_run(cl_queue, scale, COUNT);
    cl_run(cl_queue, gather, COUNT); // expect-soft: kernel-out-of-bounds arg=from object=buffer
    cl_run(cl_queue, scale, COUNT);
    clReleaseKernel(gather);
    clReleaseKernel(scale);
    clFinish(cl_queue);
    clReleaseMemObject(index);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
