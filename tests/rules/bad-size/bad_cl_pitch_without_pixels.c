#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include "cl_world.h"

/* A pitch is that of host_ptr, which is NULL. */
int main(void)
{
    cl_int e;
    cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    clCreateImage2D(cl_ctx, 0, &format, 16, 4, (size_t)1 << 46, NULL, &e);    // expect-soft: bad-size arg=image_row_pitch // expect-real: bad-size arg=image_row_pitch severity=warning
    clCreateImage3D(cl_ctx, 0, &format, 16, 4, 2, 0, (size_t)-1, NULL, &e);   // expect-soft: bad-size arg=image_slice_pitch // expect-real: bad-size arg=image_slice_pitch severity=warning
    cl_end();
    return 0;
}
