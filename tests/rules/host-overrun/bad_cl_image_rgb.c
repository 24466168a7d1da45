#include "cl_world.h"

/* Three bytes per pixel in memory, four in the image. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {256, 256, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 256, 256);
    unsigned char *rgb = calloc(256 * 256, 3); // site: created
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, rgb, 0, NULL, NULL); // expect: host-overrun arg=ptr object=host-memory
    clReleaseMemObject(image);
    cl_end();
    free(rgb);
    return 0;
}
