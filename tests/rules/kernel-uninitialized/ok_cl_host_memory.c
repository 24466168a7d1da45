// options: --deep
#include "cl_world.h"

/* What a buffer holds comes from the host: by the block under it, by a copy of one, through a map. */
int main(void)
{
    enum { COUNT = 64 };
    static float numbers[3][COUNT];
    float out[COUNT];
    cl_int e = 0;
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void add(global const float *a, global const float *b, global const float *c, global float *d) {"
                                    " int i = get_global_id(0); if (a[i] < 1) d[i] = a[i] + b[i] + c[i]; }", "add");
    cl_mem under = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof numbers[0], numbers[0], &e);
    cl_mem copy = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers[1], numbers[1], &e);
    cl_mem mapped = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof numbers[2], NULL, &e), to = cl_buffer(sizeof out);
    float *inside = clEnqueueMapBuffer(cl_queue, mapped, CL_TRUE, CL_MAP_WRITE, 0, sizeof numbers[2], 0, NULL, NULL, &e);
    memcpy(inside, numbers[2], sizeof numbers[2]);
    e |= clEnqueueUnmapMemObject(cl_queue, mapped, inside, 0, NULL, NULL);
    cl_mem all[] = { under, copy, mapped, to };
    for (cl_uint i = 0; i < 4; i++)
        e |= clSetKernelArg(kernel, i, sizeof *all, &all[i]);
    e |= cl_run(cl_queue, kernel, COUNT);
    e |= clEnqueueReadBuffer(cl_queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
    for (int i = 0; i < 4; i++)
        clReleaseMemObject(all[i]);
    clReleaseKernel(kernel);
    cl_end();
    return e;
}
