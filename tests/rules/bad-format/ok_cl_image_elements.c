#include "cl_world.h"

#define LOOK "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n" \
             "kernel void numbers(read_only image2d_t from, write_only image2d_t to)\n" \
             "{ int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imageui(to, at, read_imageui(from, s, at)); }\n" \
             "kernel void shades(read_only image2d_t from, write_only image2d_t to)\n" \
             "{ int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imagef(to, at, read_imagef(from, s, at)); }\n" \
             "kernel void mixed(read_only image2d_t from, write_only image2d_t to)\n" \
             "{ int2 at = (int2)(get_global_id(0), get_global_id(1)); write_imagef(to, at, convert_float4(read_imagei(from, s, at))); }"

static void run(const char *name, cl_channel_type from_type, cl_channel_type to_type)
{
    size_t size[2] = {64, 64};
    cl_mem from = cl_image(CL_MEM_READ_ONLY, CL_RGBA, from_type, 64, 64), to = cl_image(CL_MEM_WRITE_ONLY, CL_RGBA, to_type, 64, 64);
    cl_kernel kernel = cl_kernel_of(LOOK, name);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    clEnqueueNDRangeKernel(cl_queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(from);
    clReleaseMemObject(to);
}

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    run("numbers", CL_UNSIGNED_INT8, CL_UNSIGNED_INT16);
    run("shades", CL_UNORM_INT8, CL_FLOAT);
    run("shades", CL_FLOAT, CL_UNORM_INT8);
    run("mixed", CL_SIGNED_INT32, CL_FLOAT);
    cl_end();
    return 0;
}
