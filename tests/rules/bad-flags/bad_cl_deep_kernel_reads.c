// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void add(global int *in, global int *out)\n"
    "{\n"
    "    size_t i = get_global_id(0) + 1;\n"
    "    out[i] += in[i];\n"
    "}\n";

/* What is added to is read first; both buffers stand in the statement. */
int main(void)
{
    static int data[64];
    size_t items = 4, group = 4;
    cl_world();
    cl_mem in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof data, NULL, &cl_status);
    cl_mem out = clCreateBuffer(cl_ctx, CL_MEM_WRITE_ONLY, sizeof data, NULL, &cl_status);
    cl_kernel kernel = cl_kernel_of(source, "add");
    clEnqueueWriteBuffer(cl_queue, in, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clEnqueueWriteBuffer(cl_queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL); // expect: bad-flags severity=warning arg=out object=buffer
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
