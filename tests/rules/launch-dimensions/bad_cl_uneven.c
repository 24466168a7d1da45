#include "cl_world.h"

/* 1000 work-items in groups of 64, for a program that is built for OpenCL 1.2. */
int main(void)
{
    size_t local = 64, count = 1000;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_doubling_with(buffer, "-cl-std=CL1.2");
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size result=-54
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
