#include "cl_world.h"

/* NVIDIA's driver crashes at the launch. */
int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem buffer = cl_buffer(4096), image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_FLOAT, 16, 16);
    cl_kernel kernel = cl_kernel_of("kernel void take(read_only image2d_t from, sampler_t how, global float4 *to)\n"
                                    "{ to[0] = read_imagef(from, how, (int2)(0, 0)); }", "take");
    clSetKernelArg(kernel, 0, sizeof image, &image);
    clSetKernelArg(kernel, 2, sizeof buffer, &buffer);
    cl_run(cl_queue, kernel, 1); // expect: argument-not-set arg=how object=kernel contained=1 result=-52
    clFinish(cl_queue);
    clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
    cl_end();
    return 0;
}
