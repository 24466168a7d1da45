#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem buffer = cl_buffer(4096); // site: created
    cl_kernel kernel = cl_kernel_of("kernel void look(read_only image2d_t in, global float4 *out) { out[0] = read_imagef(in, (int2)(0, 0)); }", "look");
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer); // expect: wrong-type-handle arg=arg_value object=buffer
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
