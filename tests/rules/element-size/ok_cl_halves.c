#include "cl_world.h"

enum { SIDE = 128 };

static cl_int write_image(const unsigned char *pixels, size_t pitch)
{
    size_t origin[3] = { 0, 0, 0 }, region[3] = { SIDE, SIDE, 1 };
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_R, CL_UNSIGNED_INT8, SIDE, SIDE);
    cl_int status = clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, pitch, 0, pixels, 0, NULL, NULL);
    clReleaseMemObject(image);
    return status;
}

/* Bytes of which the image gets a half: of each row, the first frame of two; dark ones, with noise, in stripes. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    unsigned char *pixels = malloc(2 * SIDE * SIDE);
    for (int kind = 0; kind < 4; kind++) {
        for (int i = 0; i < 2 * SIDE * SIDE; i++)
            pixels[i] = (unsigned char)(kind == 0   ? i * 37 % 251
                                        : kind == 1 ? i * 37 % 16
                                        : kind == 2 ? i % 2 * (i * 37 % 251)
                                                    : i / 2 % 2 * 200);
        if (write_image(pixels, 2 * SIDE) || write_image(pixels, 0))
            return 1;
    }
    cl_end();
    free(pixels);
    return 0;
}
