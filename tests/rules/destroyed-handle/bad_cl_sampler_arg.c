#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_sampler s = clCreateSampler(cl_ctx, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, NULL);
    cl_kernel k = cl_kernel_of("kernel void f(read_only image2d_t i, sampler_t s, global float4 *o) { o[0] = read_imagef(i, s, (int2)(0)); }", "f");
    clReleaseSampler(s);
    clSetKernelArg(k, 1, sizeof s, &s); // expect: destroyed-handle arg=arg_value object=sampler contained=1
    clReleaseKernel(k);
    cl_end();
    return 0;
}
