#include "cl_world.h"

#define SOURCE "typedef struct { float3 origin; float scale; uint count; } job;\n" \
               "kernel void run(global float *data, job j) { data[get_global_id(0)] = j.origin.x * j.scale; }"

/* Three floats are 12 bytes here, and 16 there. */
struct job { float origin[3], scale; cl_uint count; };

int main(void)
{
    struct job job = { { 1, 2, 3 }, 4, 5 };
    cl_world();
    cl_kernel kernel = cl_kernel_of(SOURCE, "run");
    clSetKernelArg(kernel, 1, sizeof job, &job); // expect: launch-arguments arg=arg_size object=kernel
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
