#include "cl_world.h"

int main(void)
{
    cl_world();
    size_t local = cl_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE) * 2, count = local * 2;
    cl_mem buffer = cl_buffer(count * sizeof(float));
    cl_kernel kernel = cl_doubling(buffer);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &local, 0, NULL, NULL); // expect: launch-dimensions arg=local_work_size
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
