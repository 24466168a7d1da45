// options: --deep
#include "cl_world.h"

static const char source[] =
    "kernel void tiles(global int *in, global int *out)\n"
    "{\n"
    "    local int tile[8];\n"
    "    event_t copy = async_work_group_copy(tile, in, 4, 0);\n"
    "    copy = async_work_group_copy(tile + 4, in + 4, 4, copy);\n"
    "    wait_group_events(1, &copy);\n"
    "    out[get_global_id(0)] = tile[get_local_id(0)] + tile[get_local_id(0) + 4];\n"
    "}\n";

/* Two copies under one event, waited for before the tile is used. */
int main(void)
{
    static int data[64];
    size_t items = 4, group = 4;
    cl_world();
    cl_mem in = clCreateBuffer(cl_ctx, CL_MEM_READ_ONLY, sizeof data, NULL, &cl_status);
    cl_mem out = clCreateBuffer(cl_ctx, CL_MEM_READ_WRITE, sizeof data, NULL, &cl_status);
    cl_kernel kernel = cl_kernel_of(source, "tiles");
    clEnqueueWriteBuffer(cl_queue, in, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clEnqueueWriteBuffer(cl_queue, out, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
