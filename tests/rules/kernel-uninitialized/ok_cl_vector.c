// options: --deep
#include "cl_world.h"

/* A vector whose parts are set one by one: Oclgrind's compiler makes a store of nothing and two of the parts. */
int main(void)
{
    enum { COUNT = 16 };
    float numbers[2 * COUNT] = { 0 };
    cl_int e = 0;
    cl_world();
    cl_kernel kernel = cl_kernel_of("kernel void turn(const float2 by, global float2 *a) { int i = get_global_id(0); float2 x = a[i], r;"
                                    " r.x = by.x * x.x - by.y * x.y; r.y = by.x * x.y + by.y * x.x; a[i] = r; }", "turn");
    cl_mem buffer = cl_buffer(sizeof numbers);
    cl_float2 by = { { 2, 1 } };
    e |= clEnqueueWriteBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL);
    e |= clSetKernelArg(kernel, 0, sizeof by, &by);
    e |= clSetKernelArg(kernel, 1, sizeof buffer, &buffer);
    e |= cl_run(cl_queue, kernel, COUNT);
    e |= clEnqueueReadBuffer(cl_queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL);
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    cl_end();
    return e;
}
