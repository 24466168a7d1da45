#include "cl_world.h"

/* What a first program does, with every step looked at. */
enum { N = 4096 };

int main(void)
{
    static float a[N], b[N], sum[N];
    size_t count = N, group = 64;
    cl_int e[4], bad = 0;
    cl_world();
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    cl_mem in[2] = {clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a, &e[0]),
                    clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof b, NULL, &e[1])};
    cl_mem out = clCreateBuffer(cl_ctx, CL_MEM_WRITE_ONLY, sizeof sum, NULL, &e[2]);
    cl_kernel kernel = cl_kernel_of("kernel void add(global const float *a, global const float *b, global float *sum)"
                                    "{ int i = get_global_id(0); sum[i] = a[i] + b[i]; }", "add");
    bad |= clEnqueueWriteBuffer(cl_queue, in[1], CL_FALSE, 0, sizeof b, b, 0, NULL, NULL);
    bad |= clSetKernelArg(kernel, 0, sizeof in[0], &in[0]);
    bad |= clSetKernelArg(kernel, 1, sizeof in[1], &in[1]);
    bad |= clSetKernelArg(kernel, 2, sizeof out, &out);
    bad |= clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &group, 0, NULL, NULL);
    float *p = clEnqueueMapBuffer(cl_queue, out, CL_TRUE, CL_MAP_READ, 0, sizeof sum, 0, NULL, NULL, &e[3]);
    memcpy(sum, p, sizeof sum);
    bad |= clEnqueueUnmapMemObject(cl_queue, out, p, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in[0]);
    clReleaseMemObject(in[1]);
    clReleaseMemObject(out);
    cl_end();
    return bad || sum[N - 1] != 3 * (N - 1);
}
