#include "cl_world.h"

/* NULL is a legal buffer, which the kernel tests; that the same program once asked for a buffer of no bytes has nothing to do with it. */
int main(void)
{
    static const char source[] = "kernel void scale(global float *data, global float *factors)\n"
                                 "{ size_t i = get_global_id(0); data[i] *= factors ? factors[i] : 2; }";
    cl_mem none = NULL;
    cl_int e;
    cl_world();
    cl_mem buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 0, NULL, &e);
    if (e == CL_INVALID_BUFFER_SIZE)
        buffer = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, 256, NULL, &e);
    cl_kernel kernel = cl_kernel_of(source, "scale");
    float zero = 0;
    clEnqueueFillBuffer(cl_queue, buffer, &zero, sizeof zero, 0, 256, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof none, &none);
    cl_run(cl_queue, kernel, 64);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
