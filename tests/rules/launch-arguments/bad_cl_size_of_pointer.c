#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_kernel k = cl_kernel_of("kernel void f(global float *o, float4 v) { o[0] = v.x; }", "f");
    float *v = malloc(16);
    clSetKernelArg(k, 1, sizeof v, v); // expect: launch-arguments arg=arg_size object=kernel
    free(v);
    clReleaseKernel(k);
    cl_end();
    return 0;
}
