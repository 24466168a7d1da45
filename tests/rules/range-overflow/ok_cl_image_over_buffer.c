#include "cl_world.h"

int main(void)
{
    cl_int e;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_image_format format = { CL_RGBA, CL_FLOAT };
    cl_mem buffer = cl_buffer(1024 * sizeof(float));
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 256, .mem_object = buffer };
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_WRITE, &format, &desc, NULL, &e);
    if (image) clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    cl_end();
    return 0;
}
