#include "cl_world.h"

/* Pixels of four floats are written into an image of four bytes: a quarter of the block arrives, as garbage. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    cl_float4 *pixels = calloc(64 * 64, sizeof *pixels);
    for (int i = 0; i < 64 * 64; i++)
        pixels[i] = (cl_float4){{i % 64 / 64.0f, i / 64 / 64.0f, 0.25f, 1}};
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: element-size severity=warning arg=ptr object=image
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
