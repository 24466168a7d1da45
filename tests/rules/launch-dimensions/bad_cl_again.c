#include "cl_world.h"

/* The group size, in the same variable as the three times before, does not fit the kernel any more. */
int main(void)
{
    size_t global = 1024, local = 64;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of("kernel __attribute__((reqd_work_group_size(64, 1, 1))) void one(global float *data) { data[get_global_id(0)] = 1; }", "one");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    for (int i = 0; i < 4; i++) {
        if (i == 3)
            local = 32;
        clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size
    }
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
