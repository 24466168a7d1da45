// options: --deep
#include "cl_world.h"

/* Every element of the image is written by the host. */
int main(void)
{
    enum { SIZE = 8 };
    unsigned char pixels[SIZE * SIZE] = { 0 };
    size_t origin[3] = { 0 }, region[3] = { SIZE, SIZE, 1 }, count = SIZE;
    cl_int e = 0, created;
    cl_world();
    cl_kernel kernel = cl_kernel_of("constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;"
                                    " kernel void look(read_only image2d_t i, global float4 *o) { local float4 t[8]; int x = get_global_id(0);"
                                    " t[x & 7] = read_imagef(i, s, (int2)(x, 0)); barrier(CLK_LOCAL_MEM_FENCE); o[x] = t[x & 7]; }", "look");
    cl_image_format format = { CL_R, CL_UNORM_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIZE, .image_height = SIZE };
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_ONLY, &format, &desc, NULL, &created), out = cl_buffer(SIZE * 16);
    e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL);
    e |= clSetKernelArg(kernel, 0, sizeof image, &image);
    e |= clSetKernelArg(kernel, 1, sizeof out, &out);
    e |= clEnqueueNDRangeKernel(cl_queue, kernel, 1, NULL, &count, &count, 0, NULL, NULL);
    e |= clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
    clReleaseMemObject(image);
    cl_end();
    return e;
}
