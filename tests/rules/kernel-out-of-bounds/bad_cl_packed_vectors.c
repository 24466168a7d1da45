#include "cl_world.h"

/* A float3 has 16 bytes in a kernel, and the host made 12 of each. */
int main(void)
{
    static const char source[] = "kernel void set(global float3 *data) { data[get_global_id(0)] = (float3)(1, 2, 3); }";
    cl_world();
    cl_mem buffer = cl_buffer(1024 * 3 * sizeof(float)); // site: created
    cl_kernel kernel = cl_kernel_of(source, "set");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 1024); // expect-soft: kernel-out-of-bounds arg=data object=buffer says=takes_the_room_of_four says=vload3
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
