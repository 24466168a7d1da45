#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_mem buffer = cl_buffer(64);
    cl_kernel k = cl_kernel_of("kernel void f(global float *o, float3 v) { o[0] = v.x + v.y + v.z; }", "f");
    float v[3] = { 1, 2, 3 };
    clSetKernelArg(k, 1, sizeof v, v); // expect: launch-arguments arg=arg_size object=kernel
    clReleaseKernel(k);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
