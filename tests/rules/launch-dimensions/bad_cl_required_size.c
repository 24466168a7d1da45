#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_kernel k = cl_kernel_of("kernel __attribute__((reqd_work_group_size(8,1,1))) void f(global float *o) { o[get_global_id(0)] = 1; }", "f");
    size_t g = 16;
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    clEnqueueNDRangeKernel(cl_queue, k, 1, NULL, &g, NULL, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size object=kernel accepted=none
    clFinish(cl_queue);
    clReleaseKernel(k);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
