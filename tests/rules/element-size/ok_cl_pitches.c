#include "cl_world.h"

enum { SIDE = 64, WIDE = 4 * SIDE };

static void write_piece(cl_mem image, const void *pixels)
{
    size_t origin[3] = { 0, 0, 0 }, region[3] = { SIDE, SIDE, 1 };
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, WIDE * 4, 0, pixels, 0, NULL, NULL);
}

/* Pieces of wider images of bytes, and rows of bytes with floats of something else behind them. */
int main(void)
{
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE);
    cl_mem other = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, SIDE, SIDE);
    unsigned char *wide = malloc(SIDE * WIDE * 4);
    for (int i = 0; i < SIDE * WIDE * 4; i++)
        wide[i] = (unsigned char)(i * 7);
    write_piece(image, wide);
    float *mixed = malloc(SIDE * WIDE * 4);
    for (int i = 0; i < SIDE * WIDE; i++)
        mixed[i] = (float)(i % 251) / 251;
    for (int y = 0; y < SIDE; y++)
        memset(mixed + y * WIDE, y, SIDE * 4);
    write_piece(other, mixed);
    clReleaseMemObject(image);
    clReleaseMemObject(other);
    cl_end();
    free(wide);
    free(mixed);
    return 0;
}
