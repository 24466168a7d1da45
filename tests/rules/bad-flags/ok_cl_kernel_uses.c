#include "cl_world.h"

#define COPY "kernel void copy(global const float *from, global float *to) { size_t i = get_global_id(0); to[i] = from[i]; }\n" \
             "kernel void sum(global float *from, global float *to) { size_t i = get_global_id(0); to[i] = 2 * from[i]; }"

/* Read-only buffers are read, write-only ones written; what is not const need not be written. */
int main(void)
{
    float one = 1;
    cl_world();
    cl_mem from = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, 4096, NULL, &cl_status), to = clCreateBuffer(cl_ctx, CL_MEM_WRITE_ONLY, 4096, NULL, &cl_status);
    clEnqueueFillBuffer(cl_queue, from, &one, sizeof one, 0, 4096, 0, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        cl_kernel kernel = cl_kernel_of(COPY, i ? "sum" : "copy");
        clSetKernelArg(kernel, 0, sizeof from, &from);
        clSetKernelArg(kernel, 1, sizeof to, &to);
        cl_run(cl_queue, kernel, 1024);
        clFinish(cl_queue);
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(from);
    clReleaseMemObject(to);
    cl_end();
    return 0;
}
