#include "cl_world.h"

#define LOOK "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n" \
             "kernel void look(read_only image2d_t picture, global float4 *out)\n" \
             "{ int2 at = (int2)(get_global_id(0), get_global_id(1)); out[at.y * 64 + at.x] = read_imagef(picture, s, at); }"

/* The image has unsigned integers, and read_imagef is for what is or becomes floating-point. */
int main(void)
{
    size_t size[2] = {64, 64};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_ONLY, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    cl_mem out = cl_buffer(64 * 64 * 16);
    cl_kernel kernel = cl_kernel_of(LOOK, "look");
    clSetKernelArg(kernel, 0, sizeof image, &image);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(cl_queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL); // expect: bad-format arg=picture object=image
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(image);
    clReleaseMemObject(out);
    cl_end();
    return 0;
}
