#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 16, .image_height = 16 };
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &desc, NULL, &e); // expect: bad-size arg=image_desc->image_array_size
    if (image) clReleaseMemObject(image);
    cl_end();
    return 0;
}
