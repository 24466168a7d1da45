#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

/* A tile at the edge, which is not cut off there. */
int main(void)
{
    size_t origin[3] = {0, 48, 0}, region[3] = {64, 32, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_WRITE, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    clEnqueueReadImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: region-overflow object=image result=-30
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
