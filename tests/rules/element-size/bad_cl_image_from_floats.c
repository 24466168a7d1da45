#include "cl_world.h"

enum { SIDE = 64 };

/* The image is made from a block of floats, and has bytes. */
int main(void)
{
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    float *pixels = malloc(SIDE * SIDE * 4 * sizeof *pixels);
    for (int i = 0; i < SIDE * SIDE * 4; i++)
        pixels[i] = (i * 37 % 1001) / 1000.0f;
    cl_mem image = clCreateImage(cl_ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &cl_status); // expect: element-size severity=warning arg=host_ptr
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
