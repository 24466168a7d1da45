#include "cl_world.h"

#define SOURCE "typedef struct { float3 origin; float scale; uint count; } job;\n" \
               "struct grid { int n[2]; struct { char a, b; } flags; };\n" \
               "kernel void run(global float *data, job j, struct grid g) { data[get_global_id(0)] = j.origin.x * j.scale * g.n[0]; }"

struct job { cl_float3 origin; float scale; cl_uint count; };
struct grid { int n[2]; struct { char a, b; } flags; };

int main(void)
{
    struct job job = { .scale = 4 };
    struct grid grid = { { 1, 2 }, { 3, 4 } };
    cl_world();
    cl_kernel kernel = cl_kernel_of(SOURCE, "run");
    cl_mem buffer = cl_buffer(4096);
    int status = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    status |= clSetKernelArg(kernel, 1, sizeof job, &job);
    status |= clSetKernelArg(kernel, 2, sizeof grid, &grid);
    status |= cl_run(cl_queue, kernel, 16);
    clFinish(cl_queue);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    cl_end();
    return status ? 1 : 0;
}
