#include "cl_world.h"

/* The biggest group, three dimensions, an offset. */
int main(void)
{
    size_t cube[3] = {4, 4, 4}, at = 16;
    float two = 2;
    cl_int e = 0;
    cl_world();
    size_t local = cl_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE), count = local * 2;
    cl_mem buffer = cl_buffer((count + at) * sizeof(float));
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clGetKernelWorkGroupInfo(kernel, cl_device, CL_KERNEL_WORK_GROUP_SIZE, sizeof local, &local, NULL);
    count = local * 2;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    e |= clEnqueueNDRangeKernel(cl_queue, kernel, 1, &at, &count, &local, 0, NULL, NULL);
    e |= clEnqueueNDRangeKernel(cl_queue, kernel, 3, NULL, cube, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
