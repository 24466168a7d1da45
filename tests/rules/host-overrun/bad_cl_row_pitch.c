#include "cl_world.h"

/* A pitch of 1024 bytes for rows of 512, as if the block were padded. */
int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {128, 128, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 128, 128);
    unsigned char *pixels = calloc(128 * 128, 4); // site: created
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 1024, 0, pixels, 0, NULL, NULL); // expect: host-overrun object=host-memory
    clReleaseMemObject(image);
    cl_end();
    free(pixels);
    return 0;
}
