#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_FLOAT, 16, 16); // site: created
    cl_kernel kernel = cl_kernel_of(SCALE, "scale");
    clSetKernelArg(kernel, 0, sizeof image, &image); // expect: wrong-type-handle arg=arg_value object=image
    clReleaseKernel(kernel);
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
