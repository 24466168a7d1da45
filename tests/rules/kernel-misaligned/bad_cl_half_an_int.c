// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void unaligned(global int *in, global int *out)\n"
    "{\n"
    "    global char *bytes = (global char *)in + 2;\n"
    "    global int *middle = (global int *)bytes;\n"
    "    out[get_global_id(0)] = middle[get_global_id(0)];\n"
    "}\n";

/* An int that begins in the middle of another one. */
int main(void)
{
    static int data[64];
    size_t items = 4, group = 4;
    cl_world();
    cl_mem in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof data, NULL, &cl_status);
    cl_mem out = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof data, NULL, &cl_status);
    cl_kernel kernel = cl_kernel_of(source, "unaligned");
    clEnqueueWriteBuffer(cl_queue, in, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clEnqueueWriteBuffer(cl_queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: kernel-misaligned
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
