#include "cl_world.h"

int main(void)
{
    size_t count[4] = {8, 8, 8, 8};
    cl_world();
    cl_mem buffer = cl_buffer(1 << 16);
    cl_kernel kernel = cl_doubling(buffer);
    clEnqueueNDRangeKernel(cl_queue, kernel, 4, NULL, count, NULL, 0, NULL, NULL); // expect: launch-dimensions arg=work_dim result=-53
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
