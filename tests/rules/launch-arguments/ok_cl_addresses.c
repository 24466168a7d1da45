#include "cl_world.h"

int main(void)
{
    float vector[4] = { 1, 2, 3, 0 };
    size_t items = 8;
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_kernel kernel = cl_kernel_of("kernel __attribute__((reqd_work_group_size(8, 1, 1))) void fill(global float *out, float3 v) { out[get_global_id(0)] = v.x + v.z; }", "fill");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof vector, vector); /* three components take the room of four */
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
