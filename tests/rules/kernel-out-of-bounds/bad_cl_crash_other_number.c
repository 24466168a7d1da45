#include "cl_world.h"

/* The same launch with another number each time: the last one is the one that dies, and its number is told. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of("kernel void far(global int *data, ulong at) { data[at + get_global_id(0)] = 1; }", "far");
    size_t items = 16, group = 16;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    alarm(10);
    for (int i = 0; i <= 12; i++) {
        cl_ulong at = i < 12 ? (cl_ulong)i : 1ul << 40;
        clSetKernelArg(kernel, 1, sizeof at, &at);
        if (i == 12)
            clFinish(cl_queue);
        clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect-soft: kernel-out-of-bounds says=at_0x10000000000
    }
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
