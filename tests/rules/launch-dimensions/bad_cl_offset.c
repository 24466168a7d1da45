#include "cl_world.h"

/* Offset and size together leave the range of a size_t. */
int main(void)
{
    size_t count = 1024, offset = (size_t)-512;
    float two = 2;
    cl_world();
    cl_mem buffer = cl_buffer(4096);
    cl_kernel kernel = cl_kernel_of("kernel void id(global ulong *out, float unused) { if (get_global_id(0) == 0) out[0] = 1; }", "id");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clSetKernelArg(kernel, 1, sizeof two, &two);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, &offset, &count, NULL, 0, NULL, NULL); // expect: launch-dimensions arg=global_work_offset
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
