// options: --deep
#include "cl_world.h"

/* Only the last work-item is outside: all that Oclgrind says is one message. */
int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of("kernel void next(global float *data) { data[get_global_id(0) + 1] = 1; }\n", "next");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 1024); // expect: kernel-out-of-bounds arg=data object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
