#include "cl_world.h"

/* Packed vectors of three, stored number by number, and others with the room of four. */
int main(void)
{
    static const char source[] = "kernel void set(global float *packed, global float3 *data) { vstore3((float3)(1, 2, 3), get_global_id(0), packed); data[get_global_id(0)] = 4; }";
    cl_world();
    cl_mem packed = cl_buffer(1024 * 3 * sizeof(float)), buffer = cl_buffer(1024 * sizeof(cl_float3));
    cl_kernel kernel = cl_kernel_of(source, "set");
    clSetKernelArg(kernel, 0, sizeof packed, &packed);
    clSetKernelArg(kernel, 1, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 1024);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(packed);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
