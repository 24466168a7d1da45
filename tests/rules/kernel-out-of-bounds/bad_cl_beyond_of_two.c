// exit: 0
#include "cl_world.h"

#define ADD "kernel void add(global const float *from, global float *to) { size_t i = get_global_id(0); to[i] += from[i + 256]; }"

/* The kernel leaves the second half of one buffer, a part of it, and stays within the other. */
int main(void)
{
    cl_buffer_region half = {1024, 1024};
    float two = 2;
    cl_world();
    cl_mem whole = cl_buffer(2048), to = cl_buffer(4096);
    cl_mem from = clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &half, &cl_status); // site: created
    cl_kernel kernel = cl_kernel_of(ADD, "add");
    clEnqueueFillBuffer(cl_queue, whole, &two, sizeof two, 0, 2048, 0, NULL, NULL);
    clEnqueueFillBuffer(cl_queue, to, &two, sizeof two, 0, 4096, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    cl_run(cl_queue, kernel, 256); // expect-soft: kernel-out-of-bounds arg=from object=buffer
    cl_int e = clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(from);
    clReleaseMemObject(whole);
    clReleaseMemObject(to);
    cl_end();
    return e;
}
