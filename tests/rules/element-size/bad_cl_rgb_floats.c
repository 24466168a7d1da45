#include "cl_world.h"

enum { SIDE = 64, CHANNELS = 3 };

/* Three floats per pixel for an image of four bytes each: the row pitch is that of the floats, so
 * that the image gets the first third of each row. */
int main(void)
{
    size_t origin[3] = { 0, 0, 0 }, region[3] = { SIDE, SIDE, 1 };
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNORM_INT8, SIDE, SIDE);
    float *pixels = malloc(SIDE * SIDE * CHANNELS * sizeof *pixels);
    for (int i = 0; i < SIDE * SIDE * CHANNELS; i++)
        pixels[i] = (float)(i % 251) / 251;
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, SIDE * CHANNELS * sizeof *pixels, 0, pixels, 0, NULL, NULL); // expect: element-size severity=warning arg=ptr object=image
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
