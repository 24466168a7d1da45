#include "cl_world.h"

static char pixels[64 * 16 + 1024];

int main(void)
{
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16, .image_row_pitch = 64 };
    cl_world();
    cl_mem tight = clCreateImage(cl_ctx, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, NULL);
    desc.image_row_pitch = 128;
    desc.image_height = 8;
    cl_mem loose = clCreateImage(cl_ctx, CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, NULL);
    if (tight)
        clReleaseMemObject(tight);
    if (loose)
        clReleaseMemObject(loose);
    cl_end();
    return 0;
}
