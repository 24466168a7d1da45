#include "cl_world.h"

int main(void)
{
    cl_world();
    static char pixels[16 * 16 * 4];
    cl_image_format f = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16, .image_row_pitch = 16 };
    cl_mem i = clCreateImage(cl_ctx, CL_MEM_COPY_HOST_PTR, &f, &d, pixels, NULL); // expect: pitch-too-small arg=image_desc->image_row_pitch
    if (i) clReleaseMemObject(i);
    cl_end();
    return 0;
}
