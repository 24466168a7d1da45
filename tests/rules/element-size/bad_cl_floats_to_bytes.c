#include "cl_world.h"

/* One float per pixel has as many bytes as four channels of one byte, so that sizes show nothing: the bits do. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64);
    float *pixels = malloc(64 * 64 * sizeof *pixels);
    for (int i = 0; i < 64 * 64; i++)
        pixels[i] = i / 4096.0f;
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: element-size severity=warning arg=ptr object=image
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
