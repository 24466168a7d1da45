// options: --deep
#include "cl_world.h"

/* The input was made and not filled. */
int main(void)
{
    cl_world();
    cl_mem in = cl_buffer(256), out = cl_buffer(256);
    cl_kernel kernel = cl_kernel_of("kernel void copy(global const int *in, global int *out) { int i = get_global_id(0); if (in[i] > 0) out[i] = in[i]; else out[i] = 0; }", "copy");
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    cl_run(cl_queue, kernel, 64); // expect: kernel-uninitialized severity=warning says=Uninitialized_value_written
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
