#include "cl_world.h"

#define COUNTED "kernel void counted(global int *data, global int *count) { data[get_global_id(0)] = 1; atomic_inc(count); }"

/* A buffer argument may be NULL, and then the kernel must not use it. */
int main(void)
{
    cl_mem none = NULL;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of(COUNTED, "counted");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof none, &none);
    alarm(10);
    cl_run(cl_queue, kernel, 1024); // expect-soft: kernel-out-of-bounds arg=count
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
