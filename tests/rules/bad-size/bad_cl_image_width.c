#include "cl_world.h"

int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    size_t limit = cl_device_size(CL_DEVICE_IMAGE2D_MAX_WIDTH);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, limit + 1, 64); // expect: bad-size arg=image_desc->image_width
    if (image)
        clReleaseMemObject(image);
    cl_end();
    return 0;
}
