#include "cl_world.h"

static unsigned char pixels[64 * 64 * 4];

int main(void)
{
    size_t origin[3] = {0, 0, 0}, region[3] = {64, 64, 1};
    cl_world();
    cl_need(CL_DEVICE_IMAGE_SUPPORT);
    cl_mem image = cl_image(CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, CL_RGBA, CL_UNSIGNED_INT8, 64, 64); // site: created
    clEnqueueWriteImage(cl_queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL); // expect: host-access-flags object=image result=-59
    clReleaseMemObject(image);
    cl_end();
    return 0;
}
