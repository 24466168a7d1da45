#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

/* Tiles up to the last row and column. */
int main(void)
{
    size_t region[3] = {16, 16, 1};
    cl_int e = 0;
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    for (size_t y = 0; y < 64; y += 16)
        for (size_t x = 0; x < 64; x += 16) {
            size_t origin[3] = {x, y, 0};
            e |= clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 256, 0, pixels + y * 256 + x * 4, 0, NULL, NULL);
        }
    clReleaseMemObject(image);
    cl_end();
    return e;
}
