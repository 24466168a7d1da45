#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "cl_world.h"

int main(void)
{
    static unsigned char pixels[2 * 4 * 128];
    cl_int e;
    cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clReleaseMemObject(clCreateImage2D(cl_ctx, 0, &format, 16, 4, 0, NULL, &e));
    clReleaseMemObject(clCreateImage2D(cl_ctx, CL_MEM_COPY_HOST_PTR, &format, 16, 4, 128, pixels, &e));
    clReleaseMemObject(clCreateImage3D(cl_ctx, CL_MEM_COPY_HOST_PTR, &format, 16, 4, 2, 128, 512, pixels, &e));
    cl_end();
    return 0;
}
