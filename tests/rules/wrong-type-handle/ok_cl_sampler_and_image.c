#include "cl_world.h"

/* Each parameter gets what it takes. */
int main(void)
{
    cl_int e = 0, made;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_ONLY, CL_RGBA, CL_FLOAT, 16, 16), buffer = cl_buffer(16);
    cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
    cl_sampler sampler = clCreateSamplerWithProperties(cl_ctx, list, &made);
    cl_kernel kernel = cl_kernel_of("kernel void look(read_only image2d_t in, sampler_t s, global float4 *out) { out[0] = read_imagef(in, s, (int2)(0, 0)); }", "look");
    e |= clSetKernelArg(kernel, 0, sizeof image, &image);
    e |= clSetKernelArg(kernel, 1, sizeof sampler, &sampler);
    e |= clSetKernelArg(kernel, 2, sizeof buffer, &buffer);
    e |= cl_run(cl_queue, kernel, 1);
    clFinish(cl_queue);
    clReleaseKernel(kernel);
    clReleaseSampler(sampler);
    clReleaseMemObject(buffer);
    clReleaseMemObject(image);
    cl_end();
    return e || made;
}
