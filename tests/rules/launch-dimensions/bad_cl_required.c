#include "cl_world.h"

/* The kernel says which work-group it needs. */
int main(void)
{
    size_t local = 32, count = 1024;
    cl_world();
    cl_mem buffer = cl_buffer(count * sizeof(float));
    cl_kernel kernel = cl_kernel_of("kernel __attribute__((reqd_work_group_size(64, 1, 1))) void one(global float *out) { out[get_global_id(0)] = 1; }", "one");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size result=-54
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
